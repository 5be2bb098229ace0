// The main navigation; on a narrow screen it opens with a button.
'use client'

import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { usePanel } from '#components/ui/dialog/use-panel.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

const PLACES = [
  { href: '/', text: 'start' },
  { href: '/portal', text: 'portal' },
  { href: '/browse', text: 'browse' },
  { href: '/traces', text: 'traces' },
  { href: '/connect', text: 'connect' },
  { href: '/tools', text: 'tools' },
  { href: '/docs', text: 'docs' },
] as const

/** The start pages of the console, by access. */
export const CONSOLE_PLACES = { console: '/admin', audit: '/admin/audit' } as const

export function Navigation() {
  const texts = useTexts(shellTexts)
  const pathname = usePathname()
  const { open, toggle, button, around } = usePanel()
  const place = consolePlaceOf(useAccount())
  const places = place ? [...PLACES, { href: CONSOLE_PLACES[place], text: place }] : PLACES
  const Icon = open ? IconX : IconMenu2
  return (
    <div className={classes.navigation} {...around}>
      <ActionIcon
        ref={button}
        variant="default"
        size="lg"
        className={classes.menuButton ?? ''}
        aria-label={texts.menu}
        aria-expanded={open}
        aria-controls="navigation"
        onClick={toggle}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
      <nav id="navigation" className={classes.nav} data-open={open} aria-label={texts.navigation}>
        {places.map(({ href, text }) => (
          <a key={href} href={href} aria-current={currentAt(placed(pathname), href)}>
            {texts[text]}
          </a>
        ))}
      </nav>
    </div>
  )
}

/** For administrators Subscriptions are a place of the console, whose address differs because developers have it, too. */
const placed = (pathname: string) =>
  /^\/subscriptions(\/|$)/.test(pathname) ? `${CONSOLE_PLACES.console}/subscriptions` : pathname

/** `page` at the place itself, `true` somewhere below it. */
const currentAt = (pathname: string, href: string) => {
  if (pathname === href) return 'page'
  return href !== '/' && pathname.startsWith(`${href}/`) ? true : undefined
}
