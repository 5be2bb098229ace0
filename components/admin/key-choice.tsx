// The source of an app's public key: made here, fetched from a URL, or pasted.
'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '#components/ui/form/choice.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { canUseKeys } from '#components/ui/keys/key-pair.ts'
import { KeyUrl } from '#components/ui/keys/key-url.tsx'
import { download, type MadeKey, makeKey } from '#components/ui/keys/make-key.ts'
import layout from '#components/ui/page/page.module.css'
import type { AppKeys } from '#lib/api/admin.ts'
import { adminTexts } from './texts.ts'
import { BY_CONSOLE } from './use-change.ts'

type Way = 'keep' | 'make' | 'url' | 'jwks' | 'pem'

interface KeyChoiceProps {
  /** True when there are keys that can stay. */
  readonly registered: boolean
  readonly value: AppKeys
  readonly onChange: (keys: AppKeys) => void
}

export function KeyChoice({ registered, value, onChange }: KeyChoiceProps) {
  const texts = useTexts(adminTexts)
  const [way, setWay] = useState<Way>(registered ? 'keep' : 'make')
  const ways: readonly Way[] = [...(registered ? (['keep'] as const) : []), 'make', 'url', 'jwks', 'pem']
  const choose = (chosen: Way) => {
    setWay(chosen)
    onChange({})
  }
  return (
    <div className={formClasses.form}>
      <Choice
        label={texts.publicKey}
        options={ways.map((one) => ({ value: one, label: texts.keyWays[one] }))}
        value={way}
        onChange={choose}
      />
      {way === 'make' && <MakeKey onMade={({ jwks }) => onChange({ jwks })} />}
      {way === 'url' && (
        <KeyUrl
          label={texts.jwksUrl}
          testLabel={texts.testKey}
          value={value.jwksUrl ?? ''}
          onChange={(jwksUrl) => onChange({ jwksUrl })}
          by={BY_CONSOLE}
        />
      )}
      {way === 'jwks' && (
        <TextArea
          label={texts.jwks}
          value={value.jwks ?? ''}
          onChange={({ target }) => onChange({ jwks: target.value })}
          rows={6}
          required
        />
      )}
      {way === 'pem' && (
        <TextArea
          label={texts.pem}
          value={value.pem ?? ''}
          onChange={({ target }) => onChange({ pem: target.value })}
          rows={6}
          required
        />
      )}
    </div>
  )
}

function MakeKey({ onMade }: { readonly onMade: (key: MadeKey) => void }) {
  const texts = useTexts(adminTexts)
  const [key, setKey] = useState<MadeKey>()
  if (!canUseKeys()) return <p>{texts.noCrypto}</p>
  const make = async () => {
    const made = await makeKey()
    setKey(made)
    onMade(made)
  }
  return (
    <div className={formClasses.form}>
      <p className={layout.hint}>{texts.makeKeyText}</p>
      <div className={layout.actions}>
        <Button variant="default" onClick={make}>
          {texts.makeKey}
        </Button>
        {key && (
          <Button variant="light" onClick={() => download(key.privateJwk, `${key.kid}.private.jwk`)}>
            {texts.downloadKey}
          </Button>
        )}
      </div>
      <p aria-live="polite" className={layout.hint}>
        {key && texts.keyMade(key.kid)}
      </p>
    </div>
  )
}
