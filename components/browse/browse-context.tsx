// State shared by the pages of the record browser: the FHIR base, the rights of the reader, the position in each list, and what is being
// written.
'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Draft } from './draft.ts'

/** A page of a list, by the URL that the server gave, or that a search made. */
export interface ListPlace {
  readonly url: string
  readonly size: number
  /** The search as a query that begins with `&`; empty for the whole list. */
  readonly filter: string
}

interface BrowseContextValue {
  readonly fhirBase: string
  /** True for who may change records; the server decides again at each change. */
  readonly mayChange: boolean
  /** By type. In memory only: searches are private. */
  readonly places: Map<string, ListPlace>
  /** By `Type/id`. In memory only, as the places: what was typed is there again after a look at another page. */
  readonly drafts: Map<string, Draft>
}

const BrowseContext = createContext<BrowseContextValue | undefined>(undefined)

interface BrowseProviderProps extends Pick<BrowseContextValue, 'fhirBase' | 'mayChange'> {
  readonly children: ReactNode
}

export function BrowseProvider({ fhirBase, mayChange, children }: BrowseProviderProps) {
  const [places] = useState(() => new Map<string, ListPlace>())
  const [drafts] = useState(() => new Map<string, Draft>())
  return <BrowseContext value={{ fhirBase, mayChange, places, drafts }}>{children}</BrowseContext>
}

export function useBrowse(): BrowseContextValue {
  const value = useContext(BrowseContext)
  if (!value) throw new Error('Outside of the record browser')
  return value
}
