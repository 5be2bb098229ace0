// The places of the console, as links.
'use client'

import { usePathname } from 'next/navigation'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './admin.module.css'
import { frameTexts } from './frame-texts.ts'

const PLACES = ['overview', 'apps', 'roles', 'users', 'data', 'keys', 'tokens', 'subscriptions'] as const
const AUDITORS_PLACES = ['audit'] as const

type Place = (typeof PLACES | typeof AUDITORS_PLACES)[number]

/** Developers also see Subscriptions, so that page is outside of the console. */
const HREFS: Readonly<Partial<Record<Place, string>>> = { overview: '/admin', subscriptions: '/subscriptions' }

const hrefOf = (place: Place): string => HREFS[place] ?? `/admin/${place}`

export const isAt = (place: Place, pathname: string): boolean =>
  pathname === hrefOf(place) ||
  (place === 'apps' && pathname.startsWith('/admin/apps/')) ||
  (place === 'users' && pathname.startsWith('/admin/users/')) ||
  (place === 'audit' && pathname.startsWith('/admin/audit/')) ||
  (place === 'subscriptions' && pathname.startsWith('/subscriptions/'))

/** `auditor`: an auditor's pages instead of an administrator's. */
export function ConsolePlaces({ auditor = false }: { readonly auditor?: boolean }) {
  const texts = useTexts(frameTexts)
  const pathname = usePathname()
  return (
    <div className={classes.top}>
      <nav className={classes.places} aria-label={texts.navigation}>
        {(auditor ? AUDITORS_PLACES : PLACES).map((place) => (
          <a key={place} href={hrefOf(place)} aria-current={isAt(place, pathname) ? 'page' : undefined}>
            {texts[place]}
          </a>
        ))}
      </nav>
    </div>
  )
}
