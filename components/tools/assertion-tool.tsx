// Assertion builder: signs a client_assertion with a pasted or new key, in the browser, and shows the curl that uses it.
'use client'

import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import formClasses from '#components/ui/form/form.module.css'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { makeKeyPair, readPrivateKey, signJwt } from '#components/ui/keys/key-pair.ts'
import layout from '#components/ui/page/page.module.css'
import { assertionClaims, tokenCurl } from './assertion.ts'
import { CodeText } from './code-text.tsx'
import { toolsTexts } from './texts.ts'
import { ToolsFrame } from './tools-frame.tsx'

interface Made {
  readonly assertion: string
  /** alg and kid of the key that signed. */
  readonly by: string
}

export function AssertionTool({ tokenEndpoint }: { readonly tokenEndpoint: string }) {
  const texts = useTexts(toolsTexts)
  const { form, set, bind } = useForm({ key: '', clientId: '', audience: tokenEndpoint, lifetime: '300' })
  const [made, setMade] = useState<Made | 'bad-key'>()
  const [publicJwk, setPublicJwk] = useState<string>()
  const makeKey = async () => {
    const pair = await makeKeyPair('RS384')
    set({ key: pair.privatePem })
    setPublicJwk(JSON.stringify(pair.publicJwk, undefined, 2))
  }
  const sign = async () => {
    const key = await readPrivateKey(form.key)
    if (!key) return setMade('bad-key')
    const claims = assertionClaims({ ...form, lifetime: Number(form.lifetime), now: Date.now() })
    setMade({ assertion: await signJwt(key, claims), by: texts.keyRead(key.alg, key.kid) })
  }
  return (
    <ToolsFrame title={texts.assertionTitle} where={texts.stays}>
      <Form className={layout.card} send={sign}>
        <TextArea label={texts.signingKey} description={texts.signingKeyHint} {...bind('key')} rows={5} required />
        <div>
          <Button variant="default" onClick={makeKey}>
            {texts.makeOne}
          </Button>
        </div>
        {publicJwk && (
          <>
            <p className={layout.hint}>{texts.registerHint}</p>
            <CodeText label={texts.publicHalf} text={publicJwk} />
          </>
        )}
        <TextField
          label={texts.clientId}
          value={form.clientId}
          onChange={({ target }) => set({ clientId: target.value.trim() })}
          required
        />
        <TextField
          label={texts.audience}
          type="url"
          value={form.audience}
          onChange={({ target }) => set({ audience: target.value.trim() })}
          required
        />
        <TextField
          label={texts.lifetime}
          description={texts.lifetimeHint}
          value={form.lifetime}
          onChange={({ target }) => set({ lifetime: target.value.replace(/\D/g, '') })}
          required
        />
        <div>
          <Button type="submit">{texts.sign}</Button>
        </div>
        <div role="status" className={formClasses.live}>
          {made === 'bad-key' && <Alert color="red">{texts.badKey}</Alert>}
        </div>
      </Form>
      {made && made !== 'bad-key' && <MadeAssertion {...made} audience={form.audience} />}
    </ToolsFrame>
  )
}

function MadeAssertion({ assertion, by, audience }: Made & { readonly audience: string }) {
  const texts = useTexts(toolsTexts)
  return (
    <section className={layout.card} aria-labelledby="made">
      <h2 id="made">{texts.assertion}</h2>
      <p className={layout.hint}>{by}</p>
      <CodeText label={texts.assertion} text={assertion} wrap />
      <h2>{texts.curl}</h2>
      <p className={layout.hint}>{texts.curlHint}</p>
      <CodeText label={texts.curl} text={tokenCurl(audience, assertion)} wrap />
    </section>
  )
}
