// A link to another place of the portal, which a click shows without loading the page anew.
'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { type PortalPlace, queryTo } from './portal-place.ts'

interface PlaceLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  readonly to: Partial<PortalPlace>
  readonly go: (to: Partial<PortalPlace>) => void
}

export function PlaceLink({ to, go, ...props }: PlaceLinkProps) {
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return <a {...props} href={`/portal${queryTo(to)}`} onClick={show} />
}
