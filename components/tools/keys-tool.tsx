// Key pair generator: RS, PS and ES, as JWK, JWK Set and PEM. In the browser only.
'use client'

import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { type KeyPair, makeKeyPair } from '#components/ui/keys/key-pair.ts'
import { download } from '#components/ui/keys/make-key.ts'
import layout from '#components/ui/page/page.module.css'
import { JWS_ALGORITHMS, type JwsAlgorithm } from '#lib/oauth/jws-algorithms.ts'
import { CodeText } from './code-text.tsx'
import { toolsTexts } from './texts.ts'
import { ToolsFrame } from './tools-frame.tsx'

export function KeysTool() {
  const texts = useTexts(toolsTexts)
  const [alg, setAlg] = useState<JwsAlgorithm>('RS384')
  const [pair, setPair] = useState<KeyPair>()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const make = async () => {
    setState('busy')
    try {
      setPair(await makeKeyPair(alg))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <ToolsFrame title={texts.keysTitle} where={texts.stays}>
      <div className={layout.card}>
        <NativeSelect
          label={texts.algorithm}
          description={texts.algorithmHint}
          value={alg}
          data={[...JWS_ALGORITHMS]}
          onChange={({ target }) => setAlg(target.value as typeof alg)}
        />
        <div>
          <Button loading={state === 'busy'} onClick={make}>
            {texts.makeKeys}
          </Button>
        </div>
        {state === 'failed' && (
          <Alert color="red" role="alert">
            {texts.noCrypto}
          </Alert>
        )}
        <p role="status" className={layout.hint}>
          {state === 'busy' ? texts.makingKeys : pair && texts.keysMade(pair.kid)}
        </p>
      </div>
      {pair && (
        <>
          <Half
            id="private"
            title={texts.privateHalf}
            text={texts.privateText}
            forms={{ pem: pair.privatePem, jwk: pretty(pair.privateJwk) }}
            files={{ pem: 'private.pem', jwk: 'private.jwk' }}
          />
          <Half
            id="public"
            title={texts.publicHalf}
            text={texts.publicText}
            forms={{ jwks: pretty({ keys: [pair.publicJwk] }), jwk: pretty(pair.publicJwk), pem: pair.publicPem }}
            files={{ jwks: 'jwks.json', jwk: 'public.jwk', pem: 'public.pem' }}
          />
        </>
      )}
    </ToolsFrame>
  )
}

const pretty = (value: object) => JSON.stringify(value, undefined, 2)

type Form = 'jwk' | 'jwks' | 'pem'

interface HalfProps {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly forms: Readonly<Partial<Record<Form, string>>>
  readonly files: Readonly<Partial<Record<Form, string>>>
}

function Half({ id, title, text, forms, files }: HalfProps) {
  const texts = useTexts(toolsTexts)
  const names = Object.keys(forms) as Form[]
  const [chosen, setChosen] = useState<Form>(names[0] ?? 'jwk')
  const file = files[chosen] ?? chosen
  return (
    <section className={layout.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={layout.hint}>{text}</p>
      <div className={layout.actions}>
        {names.map((name) => (
          <Button
            key={name}
            size="compact-md"
            variant={name === chosen ? 'light' : 'default'}
            aria-pressed={name === chosen}
            aria-label={texts.show(texts.forms[name])}
            onClick={() => setChosen(name)}
          >
            {texts.forms[name]}
          </Button>
        ))}
      </div>
      <CodeText label={`${title}, ${texts.forms[chosen]}`} text={forms[chosen] ?? ''} />
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(forms[chosen] ?? '', file)}
        >
          {texts.download(file)}
        </Button>
      </div>
    </section>
  )
}
