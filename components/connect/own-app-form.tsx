// An app as a form for its developer: to register it, or to change it.
'use client'

import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '#components/ui/form/choice.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { LogoutFields } from '#components/ui/form/logout-fields.tsx'
import { AddressLines, linesOf, TextArea } from '#components/ui/form/text-area.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { holdsPrivateKey, type KeyPair, makeKeyPair } from '#components/ui/keys/key-pair.ts'
import { KeyUrl } from '#components/ui/keys/key-url.tsx'
import layout from '#components/ui/page/page.module.css'
import type { NewOwnAppForm, OwnApp } from '#lib/api/connect.ts'
import { KindChoice, RightsChoice } from './choices.tsx'
import classes from './connect.module.css'
import { BY_DEVELOPER } from './connect-queries.ts'
import { KINDS, type Kind, kindOf } from './kinds.ts'
import { connectTexts } from './texts.ts'

const WAYS = ['keep', 'make', 'paste', 'url'] as const
type Way = (typeof WAYS)[number]

interface OwnAppFormProps {
  /** The app that is changed; undefined for a new one. */
  readonly app?: OwnApp
  readonly busy: boolean
  /** Gets the key pair, when one was made. */
  readonly submit: (form: NewOwnAppForm, pair: KeyPair | undefined) => void
  readonly cancel?: () => void
}

const initial = (app: OwnApp | undefined, ownName: string) => ({
  kind: kindOf(app ?? { kind: 'module' }),
  name: app?.name ?? ownName,
  launchUrl: app?.launchUrl ?? 'http://localhost:8080/launch',
  redirectUris: app?.redirectUris.join('\n') ?? 'http://localhost:8080/callback',
  logoutUri: app?.logoutUri ?? '',
  logoutSessionRequired: app?.logoutSessionRequired ?? false,
  rights: app?.rights ?? (['complete_tasks'] as const), // What the samples do.
})

type Values = ReturnType<typeof initial>

export function OwnAppForm({ app, busy, submit, cancel }: OwnAppFormProps) {
  const texts = useTexts(connectTexts)
  const { form, set, bind } = useForm<Values>(() => initial(app, texts.ownName.module))
  const [way, setWay] = useState<Way>(app ? 'keep' : 'make')
  const [text, setText] = useState('')
  const [noCrypto, setNoCrypto] = useState(false)
  /** Making a key takes a while: a second press would register another app. */
  const [making, setMaking] = useState(false)
  const secret = holdsPrivateKey(text)
  const choose = (kind: Kind) =>
    set({ kind, ...(form.name === texts.ownName[form.kind] ? { name: texts.ownName[kind] } : {}) })
  const send = async () => {
    if (secret || making) return
    const body = bodyOf(form)
    if (way !== 'make') return submit({ ...body, keys: keysOf(way, text) }, undefined)
    setMaking(true)
    const pair = await makeKeyPair(KINDS[form.kind].alg).catch(() => undefined)
    setMaking(false)
    setNoCrypto(pair === undefined)
    if (pair) submit({ ...body, keys: { jwks: JSON.stringify({ keys: [pair.publicJwk] }) } }, pair)
  }
  return (
    <Form className={`${layout.card} ${classes.form}`} send={send}>
      {!app && <KindChoice chosen={form.kind} choose={choose} />}
      <TextField label={texts.name} {...bind('name')} required />
      {form.kind === 'module' && <OfAnApp form={form} set={set} bind={bind} />}
      <Choice
        label={texts.keys}
        options={WAYS.filter((one) => one !== 'keep' || app !== undefined).map((one) => ({
          value: one,
          label: one === 'make' ? texts.makeKey(KINDS[form.kind].alg) : texts.keyWays[one],
        }))}
        value={way}
        onChange={(chosen) => {
          setWay(chosen)
          setText('')
        }}
      />
      {way === 'make' && <p className={layout.hint}>{texts.makeText}</p>}
      {way === 'paste' && (
        <TextArea
          label={texts.publicKey}
          value={text}
          onChange={({ target }) => setText(target.value)}
          rows={6}
          required
        />
      )}
      {way === 'url' && (
        <KeyUrl label={texts.jwksUrl} testLabel={texts.testUrl} value={text} onChange={setText} by={BY_DEVELOPER} />
      )}
      <div role="status" className={formClasses.live}>
        {(secret || noCrypto) && (
          <Alert color="red" variant="light">
            {secret ? texts.privateKey : texts.noCrypto}
          </Alert>
        )}
      </div>
      <div className={layout.actions}>
        <Button type="submit" loading={busy || making} disabled={secret}>
          {app ? texts.save : texts.register}
        </Button>
        {cancel && (
          <Button variant="default" onClick={cancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Where an app receives launches and codes, and what it may do. */
function OfAnApp({ form, set, bind }: Pick<ReturnType<typeof useForm<Values>>, 'form' | 'set' | 'bind'>) {
  const texts = useTexts(connectTexts)
  return (
    <>
      <TextField label={texts.launchUrl} description={texts.launchUrlHint} type="url" {...bind('launchUrl')} required />
      <AddressLines
        label={texts.redirectUris}
        description={texts.redirectUrisHint}
        {...bind('redirectUris')}
        required
      />
      <LogoutFields form={form} set={set} bind={bind} />
      <RightsChoice chosen={form.rights} choose={(rights) => set({ rights })} />
    </>
  )
}

/** A portal receives nothing, so it has no addresses. */
const bodyOf = ({ kind, name, launchUrl, redirectUris, rights, ...logout }: Values) =>
  kind === 'platform'
    ? { portal: true, name, launchUrl: '', redirectUris: [], rights: [] }
    : { portal: false, name, launchUrl, redirectUris: linesOf(redirectUris), rights, ...logout }

function keysOf(way: Exclude<Way, 'make'>, text: string): NewOwnAppForm['keys'] {
  if (way === 'keep') return {}
  if (way === 'url') return { jwksUrl: text }
  return text.includes('-----BEGIN') ? { pem: text } : { jwks: text }
}
