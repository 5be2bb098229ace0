// Closes a page when its person is no longer the one who is signed in, which another tab may have changed: it looks each time
// that somebody comes back to it. What was filled in stays, for when the person returns.
'use client'

import { usePathname, useRouter } from 'next/navigation'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { useAccount } from '#components/ui/session/account-context.tsx'
import type { OwnAccount } from '#lib/api/own-account.ts'
import classes from './shell.module.css'

/** Loaded when it is needed, which is seldom. */
const ClosedPage = lazy(() => import('./closed-page.tsx').then((page) => ({ default: page.ClosedPage })))

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
      <LaterPart fallback={null}>{isClosed && <ClosedPage former={account.name} name={now.name} />}</LaterPart>
      <div className={isClosed ? classes.closed : classes.open}>{children}</div>
    </>
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
