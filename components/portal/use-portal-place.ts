// A practitioner's place on the portal, and how to go to another one.
'use client'

import { useAddress } from '#components/ui/address/use-address.ts'
import { type PortalPlace, placeIn, queryTo } from './portal-place.ts'

type Show = (to: Partial<PortalPlace>) => void

/** The place; a function that goes to another one, which omits everything not named; and one for while letters are typed. */
export function usePortalPlace(): readonly [PortalPlace, Show, Show] {
  const { query, go, type } = useAddress()
  return [placeIn((name) => query.get(name)), (to) => go(queryTo(to)), (to) => type(queryTo(to))]
}
