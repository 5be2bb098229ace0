// The composer's form beside a preview of the token. It holds the state; the link to that state contains no secret.
'use client'

import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { ComposeOptions } from '#lib/api/compose.ts'
import { notALaunch } from '#lib/launch/launch-token.ts'
import { ClaimEditor } from './claim-editor.tsx'
import classes from './compose.module.css'
import { draftsOf, type ComposeForm as Form, formOfFragment, initialForm, withChange } from './compose-state.ts'
import { DeliveryChoice } from './delivery-choice.tsx'
import { FailurePicker, OtherFailures } from './failure-picker.tsx'
import { LaunchActions, LaunchBar } from './launch-actions.tsx'
import { LaunchFields } from './launch-fields.tsx'
import { composeTexts } from './texts.ts'
import { TokenPreview } from './token-preview.tsx'

const SECOND = 1000

interface ComposeFormProps {
  readonly options: ComposeOptions
  /** The person who is signed in, as a reference. */
  readonly me: string | undefined
}

export function ComposeForm({ options, me }: ComposeFormProps) {
  const texts = useTexts(composeTexts)
  const [form, setForm] = useState(() => initialForm(options, me))
  const [badLink, setBadLink] = useState(false)
  const now = useNow()
  useEffect(() => {
    const linked = formOfFragment(window.location.hash, initialForm(options, me))
    if (linked) setForm(linked)
    setBadLink(linked === null)
  }, [options, me])
  const { good, broken } = draftsOf(form, options, now)
  const fault = notALaunch(good, options.issuer)
  const part = {
    options,
    form,
    change: (changes: Partial<Form>) => setForm((before) => withChange(before, changes, options, me)),
  }
  return (
    <>
      {badLink && (
        <Alert color="red" variant="light">
          {texts.badLink}
        </Alert>
      )}
      <div className={classes.columns}>
        <section className={`${layout.card} ${classes.dense}`} aria-labelledby="what">
          <h2 id="what">{texts.what}</h2>
          <LaunchFields {...part} me={me} />
          <div className={classes.beside}>
            <FailurePicker {...part} />
            <DeliveryChoice {...part} />
          </div>
          <div className={classes.folds}>
            <ClaimEditor {...part} draft={good} />
            <OtherFailures {...part} />
          </div>
        </section>
        <div className={classes.column}>
          <LaunchActions
            form={form}
            fault={fault}
            simulates={options.apps.find(({ clientId }) => clientId === form.app)?.simulates === true}
          />
          <TokenPreview {...part} draft={broken} />
        </div>
        <LaunchBar fault={fault} />
      </div>
    </>
  )
}

/** The time shown in the preview, in epoch seconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / SECOND))
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / SECOND)), SECOND)
    return () => clearInterval(timer)
  }, [])
  return now
}
