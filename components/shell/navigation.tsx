// The links to the places where a person can be.
'use client'

import { usePathname } from 'next/navigation'
import { useTexts } from '#components/i18n/language-context.tsx'
import { shellTexts } from '#components/texts/shell.ts'
import classes from './shell.module.css'

const PLACES = [
  { href: '/', text: 'start' },
  { href: '/portal', text: 'portal' },
  { href: '/launch/app', text: 'app' },
  { href: '/browse', text: 'browse' },
  { href: '/traces', text: 'traces' },
  { href: '/connect', text: 'connect' },
  { href: '/tools', text: 'tools' },
  { href: '/docs', text: 'docs' },
] as const

export function Navigation() {
  const texts = useTexts(shellTexts)
  const pathname = usePathname()
  return (
    <nav className={classes.nav} aria-label={texts.navigation}>
      {PLACES.map(({ href, text }) => (
        <a key={href} href={href} aria-current={currentAt(pathname, href)}>
          {texts[text]}
        </a>
      ))}
    </nav>
  )
}

/** `page` at the place itself, `true` somewhere below it. */
const currentAt = (pathname: string, href: string) => {
  if (pathname === href) return 'page'
  return href !== '/' && pathname.startsWith(`${href}/`) ? true : undefined
}
