// The authorization server's verdict on the keys at a URL.
'use client'

import { Alert } from '@mantine/core'
import { adminTexts } from '#components/admin/texts.ts'
import classes from '#components/form/form.module.css'
import { useTexts } from '#components/i18n/language-context.tsx'
import type { KeyVerdict } from '#lib/api/admin.ts'

export function KeysVerdict({ verdict: { problem, keys } }: { readonly verdict: KeyVerdict }) {
  const texts = useTexts(adminTexts)
  const good = problem === null && keys.some((key) => key.problem === null)
  return (
    <Alert color={good ? 'teal' : 'red'} variant="light">
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
