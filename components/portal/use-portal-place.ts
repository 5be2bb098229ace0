// Where a practitioner is on the portal: the patient, or the page and search of the list. It is in the address, so that reload and Back
// lead to the same place.
'use client'

import { useSearchParams } from 'next/navigation'
import { queryOf } from './portal-queries.ts'

export interface PortalPlace {
  /** Bare id of the chosen patient; empty in the list. */
  readonly patient: string
  /** The name that is searched for; empty for all. */
  readonly name: string
  /** Number of the page, from 1. */
  readonly page: number
  /** The value for `next` that gives the page; empty for the first. */
  readonly next: string
}

const LIST: PortalPlace = { patient: '', name: '', page: 1, next: '' }

/** The place, and how to go to another one, where what is not named is left out. */
export function usePortalPlace(): readonly [PortalPlace, (to: Partial<PortalPlace>) => void] {
  const params = useSearchParams()
  const text = (name: string) => params.get(name) ?? ''
  const page = Number(text('page'))
  const place = {
    patient: text('patient'),
    name: text('name'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    next: text('next'),
  }
  return [place, go]
}

function go(to: Partial<PortalPlace>): void {
  const { patient, name, page, next } = { ...LIST, ...to }
  const query = queryOf({ patient, name, page: page > 1 ? String(page) : '', next })
  window.history.pushState(null, '', `/portal${query}`)
}
