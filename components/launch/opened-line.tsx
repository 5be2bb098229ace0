// The thin line above the app: a portal opened it. A developer opens how, in a drawer over the page.
'use client'

import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, lazy, useRef, useState } from 'react'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import classes from './face.module.css'
import { faceTexts } from './face-texts.ts'
import { launchTexts } from './texts.ts'

/** Loaded when somebody asks. */
const HowOpened = lazy(() => import('./how-opened.tsx').then((how) => ({ default: how.HowOpened })))

interface OpenedLineProps {
  readonly session: OpenSession
  readonly isDemo: boolean
}

export function OpenedLine({ session, isDemo }: OpenedLineProps) {
  const texts = useTexts(faceTexts)
  const { loading } = useTexts(launchTexts)
  const [isOpen, setOpen] = useState(wasOpen)
  const button = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const show = (open: boolean) => {
    setOpen(open)
    setAsked(true)
    remember(open)
    if (!open) button.current?.focus()
  }
  const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && isOpen && show(false)
  return (
    <>
      <section className={classes.line} aria-label={texts.opened} onKeyDown={closeByKey}>
        {session.openedFrom === undefined ? texts.openedFrom : texts.openedFromOther(session.openedFrom)} ·{' '}
        <UnstyledButton
          ref={button}
          className={classes.how ?? ''}
          aria-expanded={isOpen}
          aria-controls="how-opened"
          onClick={() => show(!isOpen)}
        >
          {texts.howDidThisHappen}
        </UnstyledButton>
      </section>
      <aside
        id="how-opened"
        className={classes.drawer}
        aria-label={texts.howTitle}
        hidden={!isOpen}
        onKeyDown={closeByKey}
      >
        <LaterPart fallback={<Waiting label={loading} />}>
          {isOpen && <HowOpened session={session} isDemo={isDemo} close={() => show(false)} isAsked={isAsked} />}
        </LaterPart>
      </aside>
    </>
  )
}

const KEY = 'slipway-app-how'

/** Whether this browser left it open. Without a storage for this site it is closed. */
function wasOpen(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function remember(open: boolean): void {
  try {
    if (open) window.localStorage.setItem(KEY, 'open')
    else window.localStorage.removeItem(KEY)
  } catch {
    // Then it is closed on the next page.
  }
}
