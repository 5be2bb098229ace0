// The links between the pages of a list of the portal.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { PlaceLink } from './place-link.tsx'
import classes from './portal.module.css'
import type { PortalPlace } from './portal-place.ts'
import { portalTexts } from './texts.ts'

interface PagesProps {
  readonly place: PortalPlace
  readonly go: (to: Partial<PortalPlace>) => void
  /** The values for `next`, as the answer gives them. */
  readonly following: string | undefined
  readonly previous: string | undefined
  /** How many pages there are, where that is known. */
  readonly of?: number | undefined
  /** The next page is on its way. */
  readonly isBusy: boolean
}

export function Pages({ place, go, following, previous = '', of, isBusy }: PagesProps) {
  const texts = useTexts(portalTexts)
  const { name, all, page } = place
  if (!following && page === 1) return null
  const list = { name, all }
  return (
    <nav className={classes.pages} aria-label={texts.pages}>
      {page > 1 ? (
        <PlaceLink to={{ ...list, page: page - 1, next: page === 2 ? '' : previous }} go={go}>
          {texts.previous}
        </PlaceLink>
      ) : (
        <span />
      )}
      <span aria-live="polite">{isBusy ? texts.loading : texts.page(page, of)}</span>
      {following ? (
        <PlaceLink to={{ ...list, page: page + 1, next: following }} go={go}>
          {texts.next}
        </PlaceLink>
      ) : (
        <span />
      )}
    </nav>
  )
}
