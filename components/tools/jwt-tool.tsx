// JWT decoder: decodes a token in the browser, and sends it to this server for a verdict on request.
'use client'

import { Alert, Button, Textarea } from '@mantine/core'
import { lazy, useState } from 'react'
import formClasses from '#components/ui/form/form.module.css'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { sendJson } from '#components/ui/http/send-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { type DecodedJwt, decodeJwt, type JwtProblem } from '#components/ui/keys/jwt.ts'
import { holdsPrivateKey } from '#components/ui/keys/key-pair.ts'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import type { ComposeSample } from '#lib/api/compose.ts'
import { Members } from './members.tsx'
import { sampleToken } from './sample-token.ts'
import { toolsTexts } from './texts.ts'
import { ToolsFrame } from './tools-frame.tsx'

/** Not before there is a token. */
const TokenCheck = lazy(() => import('./token-check.tsx').then((check) => ({ default: check.TokenCheck })))

/** `signs`: the portal signs a token to look at, as it does in the demo. */
export function JwtTool({ signs }: { readonly signs: boolean }) {
  const texts = useTexts(toolsTexts)
  const [token, setToken] = useState('')
  const [sample, setSample] = useState<Sample>()
  /** Seconds by which this computer is ahead of the server, once known. */
  const [ahead, setAhead] = useState<number>()
  const secret = holdsPrivateKey(token)
  const decoded = token.trim() === '' || secret ? undefined : decodeJwt(token)
  return (
    <ToolsFrame title={texts.jwtTitle} where={texts.staysButCheck}>
      <div className={layout.card}>
        <Textarea
          label={texts.token}
          description={texts.tokenHint}
          value={token}
          onChange={({ target }) => setToken(target.value)}
          rows={5}
        />
        <div className={layout.actions}>
          <Button
            variant="default"
            onClick={async () => {
              const made = await newSample(signs)
              setSample(made)
              setToken(made.token)
            }}
          >
            {texts.sample}
          </Button>
          <Button variant="subtle" disabled={token === ''} onClick={() => setToken('')}>
            {texts.clear}
          </Button>
        </div>
        {sample !== undefined && sample.token === token && (
          <p className={layout.hint}>{sample.isSigned ? texts.sampleSigned : texts.sampleUnsigned}</p>
        )}
        <div role="status" className={formClasses.live}>
          {secret && (
            <Alert color="red" title={texts.privateKey}>
              {texts.privateKeyText}
            </Alert>
          )}
          {decoded && 'kind' in decoded && <Problem problem={decoded} />}
        </div>
      </div>
      {decoded && !('kind' in decoded) && (
        <>
          <Decoded jwt={decoded} ahead={ahead ?? 0} />
          <LaterPart fallback={<LoadingPage />}>
            <TokenCheck token={token.trim()} claims={decoded.claims} onClock={setAhead} />
          </LaterPart>
          {ahead !== undefined && <p className={layout.hint}>{texts.clock(ahead)}</p>}
        </>
      )}
    </ToolsFrame>
  )
}

interface Sample {
  readonly token: string
  /** By the portal: the server accepts it. */
  readonly isSigned: boolean
}

async function newSample(signs: boolean): Promise<Sample> {
  const signed = signs
    ? await sendJson<ComposeSample>('POST', '/portal/api/compose/sample', {}).catch(() => undefined)
    : undefined
  return { token: signed?.token ?? sampleToken(Date.now(), window.location.origin), isSigned: signed !== undefined }
}

function Problem({ problem }: { readonly problem: JwtProblem }) {
  const texts = useTexts(toolsTexts)
  return (
    <Alert color="red">
      {problem.kind === 'parts'
        ? texts.problems.parts(problem.count)
        : texts.problems[problem.kind](texts.parts[problem.part])}
    </Alert>
  )
}

function Decoded({ jwt, ahead }: { readonly jwt: DecodedJwt; readonly ahead: number }) {
  const texts = useTexts(toolsTexts)
  return (
    <section className={layout.section} aria-labelledby="claims">
      <h2 id="claims">{texts.claims}</h2>
      <p className={layout.hint}>{texts.unproven}</p>
      <Members label={texts.claims} members={jwt.claims} ahead={ahead} />
      <h2>{texts.header}</h2>
      <Members label={texts.header} members={jwt.header} ahead={ahead} />
    </section>
  )
}
