// The account menu in the header of every page: the person, sign-in and sign-out, and the console for those with access.
'use client'

import { Button } from '@mantine/core'
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { usePanel } from '#components/ui/dialog/use-panel.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { signInAtIdp } from '#components/ui/session/sign-in.ts'
import { signOutHere } from '#components/ui/session/sign-out.ts'
import { sessionTexts } from '#components/ui/session/texts.ts'
import type { PageAccount } from '#lib/api/account.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import classes from './account-menu.module.css'
import { CONSOLE_PLACES } from './navigation.tsx'
import { shellTexts } from './texts.ts'

export function AccountMenu({ demo }: { readonly demo: boolean }) {
  const texts = useTexts(sessionTexts)
  const account = useAccount()
  const { open, toggle, button, around } = usePanel()
  const label = account ? texts.accountOf(account.name) : texts.account
  return (
    <div className={classes.around} {...around}>
      <Button
        ref={button}
        variant="default"
        size="compact-md"
        h={34}
        maw="100%"
        fz="sm"
        fw={400}
        className={classes.button ?? ''}
        aria-label={label}
        aria-expanded={open}
        aria-controls="account-panel"
        data-known={account !== undefined}
        leftSection={<IconUserCircle size={20} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        onClick={toggle}
      >
        <span className={classes.name}>{account?.name ?? texts.account}</span>
      </Button>
      <section id="account-panel" className={classes.panel} aria-label={texts.account} hidden={!open}>
        {open && (
          <>
            <WhoIsThere account={account} />
            <Ways account={account} demo={demo} />
          </>
        )}
      </section>
    </div>
  )
}

function WhoIsThere({ account }: { readonly account: PageAccount | undefined }) {
  const texts = useTexts(sessionTexts)
  const roles = useTexts(ROLE_NAMES)
  if (!account) return <p className={classes.quiet}>{texts.nobody}</p>
  return (
    <div className={classes.who}>
      <p className={classes.quiet}>{texts.signedInAs}</p>
      <p className={classes.person}>
        <strong>{account.name}</strong>
        {account.role && <span className={classes.quiet}>{roles[account.role]}</span>}
      </p>
    </div>
  )
}

/** How a way is shown: a line of the menu. */
const WAY = {
  variant: 'subtle',
  color: 'gray',
  c: 'var(--mantine-color-text)',
  fullWidth: true,
  justify: 'start',
  px: 'xs',
  fw: 400,
  fz: 'md',
} as const

type Way = 'signIn' | 'signInAsOther' | 'signOut'
const FAILED = { signIn: 'signInFailed', signInAsOther: 'signInFailed', signOut: 'signOutFailed' } as const

function Ways({ account, demo }: { readonly account: PageAccount | undefined; readonly demo: boolean }) {
  const texts = useTexts(sessionTexts)
  const shell = useTexts(shellTexts)
  const pathname = usePathname()
  const [busy, setBusy] = useState<Way>()
  const [failed, setFailed] = useState<Way>()
  const place = consolePlaceOf(account)
  const go = (way: Way) => {
    setBusy(way)
    setFailed(undefined)
    leave(way, pathname).catch(() => {
      setBusy(undefined)
      setFailed(way)
    })
  }
  const button = (way: Way) => (
    <li>
      <Button {...WAY} disabled={busy !== undefined} onClick={() => go(way)}>
        {texts[way]}
      </Button>
    </li>
  )
  return (
    <>
      <ul className={classes.ways}>
        {account && (
          <li>
            <Button {...WAY} component="a" href="/account">
              {texts.yourAccount}
            </Button>
          </li>
        )}
        {place && (
          <li>
            <Button {...WAY} component="a" href={CONSOLE_PLACES[place]}>
              {shell[place]}
            </Button>
          </li>
        )}
        {!account && button('signIn')}
        {!account && demo && (
          <li>
            <Button {...WAY} component="a" href="/portal">
              {texts.chooseDemoPerson}
            </Button>
          </li>
        )}
        {account && button('signInAsOther')}
        {account && button('signOut')}
      </ul>
      <p aria-live="polite" className={classes.failed}>
        {failed && texts[FAILED[failed]]}
      </p>
    </>
  )
}

/** Signing in returns to the same page; signing out leads to the section's front, since the page may show a person's record. */
const leave = (way: Way, pathname: string): Promise<void> => {
  if (way === 'signOut') return signOutHere(`/${pathname.split('/')[1] ?? ''}`)
  return signInAtIdp(undefined, way === 'signInAsOther' ? { prompt: 'login' } : {})
}
