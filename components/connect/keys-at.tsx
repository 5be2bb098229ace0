// The address of an app's keys, and what the authorization server makes of what it finds there.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/i18n/language-context.tsx'
import { connectTexts } from '#components/texts/connect.ts'
import type { KeyVerdict } from '#lib/api/admin.ts'
import adminClasses from '../admin/admin.module.css'
import { TextField } from '../admin/field.tsx'
import { KeysVerdict } from '../admin/keys-verdict.tsx'
import { Outcome } from '../admin/outcome.tsx'
import { useChange } from './connect-queries.ts'

export function KeysAt({ value, onChange }: { readonly value: string; readonly onChange: (url: string) => void }) {
  const texts = useTexts(connectTexts)
  const test = useChange<KeyVerdict>()
  return (
    <div className={adminClasses.form}>
      <TextField label={texts.jwksUrl} type="url" value={value} onChange={onChange} required />
      <div>
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ path: 'test-key', body: { jwksUrl: value } })}
        >
          {texts.testUrl}
        </Button>
      </div>
      <Outcome change={test} />
      <div aria-live="polite" className={adminClasses.live}>
        {test.data && <KeysVerdict verdict={test.data} />}
      </div>
    </div>
  )
}
