// Where an app is told that somebody has signed out, as fields of a form (OpenID Connect Back-Channel Logout 1.0 §2.2).
'use client'

import { Checkbox } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { TextField } from './form.tsx'
import { logoutTexts } from './logout-texts.ts'

interface LogoutFieldsProps {
  readonly form: { readonly logoutUri: string; readonly logoutSessionRequired: boolean }
  readonly set: (changes: { readonly logoutSessionRequired: boolean }) => void
  readonly bind: (name: 'logoutUri') => {
    readonly value: string
    readonly onChange: (event: ChangeEvent<{ readonly value: string }>) => void
  }
}

export function LogoutFields({ form, set, bind }: LogoutFieldsProps) {
  const texts = useTexts(logoutTexts)
  return (
    <>
      <TextField label={texts.logoutUri} description={texts.logoutUriHint} type="url" {...bind('logoutUri')} />
      {form.logoutUri && (
        <Checkbox
          label={texts.sessionRequired}
          checked={form.logoutSessionRequired}
          onChange={({ target }) => set({ logoutSessionRequired: target.checked })}
        />
      )}
    </>
  )
}
