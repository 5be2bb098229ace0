// State shared by the pages of the record browser: the FHIR base, and the position in each list.
'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'

/** A page of a list, by the URL that the server gave, or that a search made. */
export interface ListPlace {
  readonly url: string
  readonly size: number
  /** The search as a query that begins with `&`; empty for the whole list. */
  readonly filter: string
}

interface BrowseContextValue {
  readonly fhirBase: string
  /** By type. In memory only: searches are private. */
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
