// Closes a page when its person is no longer the one who is signed in, which another tab may have changed: it looks each time
// that somebody comes back to it. What was filled in stays, for when the person returns.
'use client'

import { Button } from '@mantine/core'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { useAccount } from '#components/ui/session/account-context.tsx'
import { SignInButton } from '#components/ui/session/sign-in-button.tsx'
import { sessionTexts } from '#components/ui/session/texts.ts'
import type { OwnAccount } from '#lib/api/own-account.ts'
import classes from './shell.module.css'

/** Pages with nothing about anybody. */
const IS_PUBLIC = /^\/($|docs|tools)/

export function WhosePage({ children }: { readonly children: ReactNode }) {
  const account = useAccount()
  const now = useWhoIsThere()
  const isPublic = IS_PUBLIC.test(usePathname())
  const router = useRouter()
  const hasChanged = now !== undefined && now.person !== (account?.person ?? null)
  const isClosed = hasChanged && account !== undefined && !isPublic
  useEffect(() => {
    if (hasChanged && !isClosed) router.refresh() // The header says who it is.
  }, [hasChanged, isClosed, router])
  return (
    <>
      {isClosed && <Closed former={account.name} name={now.name} />}
      <div className={isClosed ? classes.closed : classes.open}>{children}</div>
    </>
  )
}

function Closed({ former, name }: { readonly former: string; readonly name: string | null }) {
  const texts = useTexts(sessionTexts)
  return (
    <section role="alert" className={layout.card}>
      <h1>{name === null ? texts.nobodyNow : texts.otherPerson(name)}</h1>
      <p>{name === null ? texts.nobodyNowText(former) : texts.otherPersonText(former)}</p>
      {name === null ? (
        <SignInButton>{texts.signIn}</SignInButton>
      ) : (
        <div>
          <Button onClick={() => window.location.reload()}>{texts.goOnAs(name)}</Button>
        </div>
      )}
    </section>
  )
}

/** Who is signed in, each time that somebody comes back to the page; undefined before, and while it is not known. */
function useWhoIsThere(): Pick<OwnAccount, 'person' | 'name'> | undefined {
  const [known, setKnown] = useState<OwnAccount>()
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      // Without the mark of this page: whoever is there answers.
      const response = await fetch('/account/api/me', { headers: { accept: 'application/json' } }).catch(
        () => undefined,
      )
      if (response?.ok) setKnown((await response.json()) as OwnAccount)
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  return known
}
