// The URL of an app's keys, and the authorization server's verdict on its content.
'use client'

import { Button } from '@mantine/core'
import { TextField } from '#components/form/field.tsx'
import classes from '#components/form/form.module.css'
import { Outcome } from '#components/form/outcome.tsx'
import { type ChangedBy, useChangeAt } from '#components/http/use-change-at.ts'
import type { KeyVerdict } from '#lib/api/admin.ts'
import { KeysVerdict } from './keys-verdict.tsx'

interface KeyUrlProps {
  readonly label: string
  readonly testLabel: string
  readonly value: string
  readonly onChange: (url: string) => void
  /** The API whose test-key fetches and judges what is there. */
  readonly by: ChangedBy
}

export function KeyUrl({ label, testLabel, value, onChange, by }: KeyUrlProps) {
  const test = useChangeAt<KeyVerdict>(by)
  return (
    <div className={classes.form}>
      <TextField label={label} type="url" value={value} onChange={onChange} required />
      <div>
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ path: 'test-key', body: { jwksUrl: value } })}
        >
          {testLabel}
        </Button>
      </div>
      <Outcome error={test.error} />
      <div aria-live="polite" className={classes.live}>
        {test.data && <KeysVerdict verdict={test.data} />}
      </div>
    </div>
  )
}
