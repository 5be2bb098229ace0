// State shared by the pages of the record browser: the FHIR base, the rights of the reader, and what is being written.
'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Draft } from './draft.ts'

interface BrowseContextValue {
  readonly fhirBase: string
  /** True for who may change records; the server decides again at each change. */
  readonly mayChange: boolean
  /** By `Type/id`. In memory only: what was typed is there again after a look at another page. */
  readonly drafts: Map<string, Draft>
  /** What was saved last, by `Type/id`: told at the record while its version is the current one. */
  readonly saved: Map<string, Saved>
}

interface Saved {
  readonly version: number
  /** The record as it was before, as JSON text; undefined where that cannot be had back by an undo. */
  readonly before: string | undefined
}

const BrowseContext = createContext<BrowseContextValue | undefined>(undefined)

interface BrowseProviderProps extends Pick<BrowseContextValue, 'fhirBase' | 'mayChange'> {
  readonly children: ReactNode
}

export function BrowseProvider({ fhirBase, mayChange, children }: BrowseProviderProps) {
  const [drafts] = useState(() => new Map<string, Draft>())
  const [saved] = useState(() => new Map<string, Saved>())
  return <BrowseContext value={{ fhirBase, mayChange, drafts, saved }}>{children}</BrowseContext>
}

export function useBrowse(): BrowseContextValue {
  const value = useContext(BrowseContext)
  if (!value) throw new Error('Outside of the record browser')
  return value
}
