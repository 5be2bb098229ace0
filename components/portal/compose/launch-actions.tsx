// The buttons that send the launch: real forms, so that the browser navigates to the app.
'use client'

import { Alert, Button, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { lazy, useEffect, useState } from 'react'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { COMPOSED_TRACE } from '#lib/api/compose-words.ts'
import classes from './compose.module.css'
import { type ComposeForm, compositionOf, toldTrace } from './compose-state.ts'
import { FormLink } from './form-link.tsx'
import { composeTexts } from './texts.ts'

/** Not before somebody launches on a phone. */
const PhoneLaunch = lazy(() => import('./phone-launch.tsx').then((part) => ({ default: part.PhoneLaunch })))

/** How a way beside the main one looks. */
const OTHER = { variant: 'default', size: 'compact-md' } as const

/** The id of the form. */
const COMPOSED = 'composed'

interface LaunchActionsProps {
  readonly form: ComposeForm
  /** The reason that it must not be signed. */
  readonly fault: 'sub' | 'aud' | undefined
  /** True for the demo app. */
  readonly simulates: boolean
}

export function LaunchActions({ form, fault, simulates }: LaunchActionsProps) {
  const texts = useTexts(composeTexts)
  const [phone, setPhone] = useState(false)
  const composition = compositionOf(form)
  const text = JSON.stringify(composition)
  const isBad = fault !== undefined
  return (
    <section className={`${layout.card} ${classes.dense}`} aria-labelledby="launch">
      <h2 id="launch">{texts.launch}</h2>
      {fault && (
        <Alert color="red" variant="light">
          {texts.notALaunch[fault]}
        </Alert>
      )}
      <form id={COMPOSED} method="post" action="/portal/compose/launch" className={classes.row}>
        <input type="hidden" name="composition" value={text} />
        <Button
          type="submit"
          size="md"
          className={classes.main ?? ''}
          formTarget="_blank"
          disabled={isBad}
          rightSection={<IconExternalLink size={18} aria-hidden />}
        >
          {texts.newTab}
        </Button>
        <Button {...OTHER} type="submit" disabled={isBad}>
          {texts.sameTab}
        </Button>
        {/* The pages of the demo's apps refuse to be framed: the frame would stay empty. */}
        {!simulates && (
          <Button {...OTHER} type="submit" name="in" value="frame" disabled={isBad}>
            {texts.frame}
          </Button>
        )}
        {simulates && (
          <Button {...OTHER} type="submit" name="in" value="steps" disabled={isBad}>
            {texts.steps}
          </Button>
        )}
        <Button {...OTHER} disabled={isBad} aria-expanded={phone} onClick={() => setPhone(!phone)}>
          {texts.phone}
        </Button>
        <FormLink form={form} />
      </form>
      <ComposedTrace />
      {phone && (
        <LaterPart fallback={<Skeleton height={220} width={220} />}>
          <PhoneLaunch key={text} composition={composition} />
        </LaterPart>
      )}
    </section>
  )
}

/** On a phone, where the buttons are below a long form: a bar at the bottom of the screen with the first of them. */
export function LaunchBar({ fault }: Pick<LaunchActionsProps, 'fault'>) {
  const texts = useTexts(composeTexts)
  return (
    <div className={classes.bar}>
      {fault && <p>{texts.notALaunch[fault]}</p>}
      <Button type="submit" form={COMPOSED} formTarget="_blank" disabled={fault !== undefined} fullWidth>
        {texts.launch}
      </Button>
    </div>
  )
}

/** The link to the trace of the latest composed launch, which its hand-over page reports from whichever tab it ran in. */
function ComposedTrace() {
  const texts = useTexts(composeTexts)
  const path = useToldTrace()
  return (
    <div aria-live="polite" className={classes.said}>
      {path && (
        <p>
          <a href={path} target="_blank" rel="noopener">
            {texts.trace}
          </a>
        </p>
      )}
    </div>
  )
}

/** Read on mount, when another tab reports a trace, and when this page comes back from the launch itself. */
function useToldTrace(): string | undefined {
  const [path, setPath] = useState<string>()
  useEffect(() => {
    const read = () => setPath(toldTrace(stored(), Date.now()))
    read()
    window.addEventListener('storage', read)
    window.addEventListener('pageshow', read)
    return () => {
      window.removeEventListener('storage', read)
      window.removeEventListener('pageshow', read)
    }
  }, [])
  return path
}

/** Browsers without storage throw. */
function stored(): string | null {
  try {
    return window.localStorage.getItem(COMPOSED_TRACE)
  } catch {
    return null
  }
}
