// The URL of an app's keys, and the authorization server's verdict on its content.
'use client'

import { Alert, Button } from '@mantine/core'
import classes from '#components/ui/form/form.module.css'
import { TextField } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { type ChangedBy, useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { KeyVerdict } from '#lib/api/admin.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = { keyGood: 'can be used', keysGood: 'The authorization server can use these keys.' }
const nl: typeof en = { keyGood: 'bruikbaar', keysGood: 'De autorisatieserver kan deze sleutels gebruiken.' }
const verdictTexts: Catalogue<typeof en> = { en, nl }

interface KeyUrlProps {
  readonly label: string
  readonly testLabel: string
  readonly value: string
  readonly onChange: (url: string) => void
  /** The API whose test-key fetches and checks the keys. */
  readonly by: ChangedBy
}

export function KeyUrl({ label, testLabel, value, onChange, by }: KeyUrlProps) {
  const test = useChangeAt<KeyVerdict>(by)
  return (
    <div className={classes.form}>
      <TextField label={label} type="url" value={value} onChange={({ target }) => onChange(target.value)} required />
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

/** The authorization server's verdict on the keys at a URL. */
function KeysVerdict({ verdict: { problem, keys } }: { readonly verdict: KeyVerdict }) {
  const texts = useTexts(verdictTexts)
  const good = problem === null && keys.some((key) => key.problem === null)
  return (
    <Alert color={good ? 'teal' : 'red'}>
      <p>{problem ?? (good && texts.keysGood)}</p>
      <ul className={classes.list}>
        {keys.map((key, index) => (
          <li key={key.kid ?? index}>
            <code>{key.kid ?? index + 1}</code> {key.kty} {key.alg}: {key.problem ?? texts.keyGood}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
