// A practitioner's place on the portal: the patient, or the page and search of the list. It is in the address, so that
// reload and Back restore it.
'use client'

import { queryOf } from '#components/ui/address/query.ts'
import { useAddress } from '#components/ui/address/use-address.ts'

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

/** The place, and a function that goes to another one, which omits everything not named. */
export function usePortalPlace(): readonly [PortalPlace, (to: Partial<PortalPlace>) => void] {
  const { query, go } = useAddress()
  const text = (name: string) => query.get(name) ?? ''
  const page = Number(text('page'))
  const place = {
    patient: text('patient'),
    name: text('name'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    next: text('next'),
  }
  return [place, (to) => go(queryTo(to))]
}

/** The query of the portal's address that shows a place. */
export function queryTo(to: Partial<PortalPlace>): string {
  const { patient, name, page, next } = { ...LIST, ...to }
  return queryOf({ patient, name, page: page > 1 ? String(page) : '', next })
}
