// PKCE calculator (RFC 7636): a verifier, its S256 challenge, and whether two belong together. In the browser only.
'use client'

import { Alert, Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import formClasses from '#components/ui/form/form.module.css'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { toBase64url } from '#components/ui/keys/encoding.ts'
import { canUseKeys } from '#components/ui/keys/key-pair.ts'
import layout from '#components/ui/page/page.module.css'
import { CodeText } from './code-text.tsx'
import { toolsTexts } from './texts.ts'
import { ToolsFrame } from './tools-frame.tsx'

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
const VERIFIER_BYTES = 32 // 43 characters

const challengeOf = async (verifier: string) =>
  toBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))

export function PkceTool() {
  const texts = useTexts(toolsTexts)
  const [verifier, setVerifier] = useState('')
  const [other, setOther] = useState('')
  const [challenge, setChallenge] = useState('')
  const good = VERIFIER.test(verifier)
  useEffect(() => {
    let current = true
    if (good && canUseKeys()) challengeOf(verifier).then((made) => current && setChallenge(made))
    else setChallenge('')
    return () => {
      current = false
    }
  }, [verifier, good])
  return (
    <ToolsFrame title={texts.pkceTitle} where={texts.stays}>
      <div className={layout.card}>
        <TextInput
          label={texts.verifier}
          description={texts.verifierHint}
          value={verifier}
          onChange={({ target }) => setVerifier(target.value)}
        />
        <div>
          <Button
            variant="default"
            onClick={() => setVerifier(toBase64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES))))}
          >
            {texts.makeVerifier}
          </Button>
        </div>
        {verifier !== '' && !good && (
          <Alert color="red" role="status">
            {texts.badVerifier(verifier.length)}
          </Alert>
        )}
        {challenge && (
          <>
            <strong>{texts.challenge}</strong>
            <CodeText label={texts.challenge} text={challenge} wrap />
            <TextInput label={texts.compare} value={other} onChange={({ target }) => setOther(target.value.trim())} />
            <div role="status" className={formClasses.live}>
              {other && <Comparison verifier={verifier} challenge={challenge} other={other} />}
            </div>
          </>
        )}
      </div>
    </ToolsFrame>
  )
}

interface ComparisonProps {
  readonly verifier: string
  readonly challenge: string
  readonly other: string
}

function Comparison({ verifier, challenge, other }: ComparisonProps) {
  const texts = useTexts(toolsTexts)
  const same = other === challenge
  const unpadded = other.replace(/={1,2}$/, '') === challenge
  const wrong = unpadded ? texts.differentPadded : other === verifier ? texts.differentPlain : texts.different
  return <Alert color={same ? 'teal' : 'red'}>{same ? texts.same : wrong}</Alert>
}
