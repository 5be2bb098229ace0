// A launch for a phone: a code that opens it once, and its remaining time.
'use client'

import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { ComposeTicket, Composition } from '#lib/api/compose.ts'
import { isLoopbackHost } from '#lib/http/web-url.ts'
import classes from './compose.module.css'
import { makeTicket } from './compose-queries.ts'
import { phoneTexts } from './phone-texts.ts'
import { QrCode } from './qr-code.tsx'

export function PhoneLaunch({ composition }: { readonly composition: Composition }) {
  const ticket = useQuery({
    queryKey: ['portal', 'compose', 'ticket', composition],
    queryFn: () => makeTicket(composition),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (ticket.isPending) return <Skeleton height={220} width={220} />
  if (ticket.isError) return <LoadFailed error={ticket.error} retry={() => ticket.refetch()} />
  return <Ticket key={ticket.data.url} ticket={ticket.data} renew={() => ticket.refetch()} />
}

const SECOND = 1000
const MINUTE_S = 60

function Ticket({ ticket, renew }: { readonly ticket: ComposeTicket; readonly renew: () => void }) {
  const texts = useTexts(phoneTexts)
  const left = useSecondsLeft(ticket.expiresAt)
  if (left === 0)
    return (
      <div className={classes.phone}>
        <p role="status">{texts.phoneOver}</p>
        <Button variant="default" onClick={renew}>
          {texts.phoneAgain}
        </Button>
      </div>
    )
  return (
    <div className={classes.phone}>
      {isLoopbackHost(new URL(ticket.url).hostname) ? (
        <Alert color="yellow" variant="light">
          {texts.phoneLocal}
        </Alert>
      ) : (
        <p>{texts.phoneText}</p>
      )}
      <QrCode text={ticket.url} label={texts.qr} />
      {/* A timer is not announced at every tick (WAI-ARIA, role timer). */}
      <p role="timer" className={layout.quiet}>
        {texts.phoneLeft(`${Math.floor(left / MINUTE_S)}:${String(left % MINUTE_S).padStart(2, '0')}`)}
      </p>
    </div>
  )
}

function useSecondsLeft(until: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / SECOND))
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND))), SECOND)
    return () => clearInterval(timer)
  }, [until])
  return left
}
