// State shared by the pages of the record browser: the FHIR base, the reader's rights, and unsaved edits.
'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { ProfileValidation } from '#lib/fhir/validation/koppeltaal.ts'
import type { Draft } from './draft.ts'

interface BrowseContextValue {
  readonly fhirBase: string
  /** True for people who may change records; the server decides again at each change. */
  readonly mayChange: boolean
  /** Which profiles the server validates, so that the editor refuses what it refuses, and no more. */
  readonly profiles: ProfileValidation
  /** By `Type/id`, in memory only: typed text is still there after a visit to another page. */
  readonly drafts: Map<string, Draft>
  /** The last save, by `Type/id`: shown at the record while its version is current. */
  readonly saved: Map<string, Saved>
}

interface Saved {
  readonly version: number
  /** The record before the change, as JSON text; undefined when an undo cannot restore it. */
  readonly before: string | undefined
}

const BrowseContext = createContext<BrowseContextValue | undefined>(undefined)

interface BrowseProviderProps extends Pick<BrowseContextValue, 'fhirBase' | 'mayChange' | 'profiles'> {
  readonly children: ReactNode
}

export function BrowseProvider({ fhirBase, mayChange, profiles, children }: BrowseProviderProps) {
  const [drafts] = useState(() => new Map<string, Draft>())
  const [saved] = useState(() => new Map<string, Saved>())
  return <BrowseContext value={{ fhirBase, mayChange, profiles, drafts, saved }}>{children}</BrowseContext>
}

/** The state of the record browser. Throws outside of it. */
export function useBrowse(): BrowseContextValue {
  const value = useContext(BrowseContext)
  if (!value) throw new Error('Outside of the record browser')
  return value
}
