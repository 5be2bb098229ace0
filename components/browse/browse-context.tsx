// What every page of the record browser knows: the FHIR base, and where in each list one was.
'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'

/** A page of a list, by the URL that the server gave, or that a search made. */
export interface ListPlace {
  readonly url: string
  readonly size: number
  /** What was searched for, as a query that begins with `&`; empty for the whole list. */
  readonly filter: string
}

interface BrowseContextValue {
  readonly fhirBase: string
  /** By type. In memory alone: what was searched for is nobody else's business. */
  readonly places: Map<string, ListPlace>
}

const BrowseContext = createContext<BrowseContextValue | undefined>(undefined)

export function BrowseProvider({ fhirBase, children }: { readonly fhirBase: string; readonly children: ReactNode }) {
  const [places] = useState(() => new Map<string, ListPlace>())
  return <BrowseContext value={{ fhirBase, places }}>{children}</BrowseContext>
}

export function useBrowse(): BrowseContextValue {
  const value = useContext(BrowseContext)
  if (!value) throw new Error('Outside of the record browser')
  return value
}
