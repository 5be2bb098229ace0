// This server's verdict on a token: the choice of its kind, and each check with its remedy.
'use client'

import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '#components/ui/form/choice.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { sendJson } from '#components/ui/http/send-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { TOKEN_KINDS } from '#lib/api/tool-words.ts'
import type { TokenKind, TokenVerdict, ToolsMe } from '#lib/api/tools.ts'
import { Checks } from './checks.tsx'
import { toolsTexts } from './texts.ts'

const meQuery = jsonQuery<ToolsMe>(['tools', 'me'], '/tools/api/me')

interface TokenCheckProps {
  readonly token: string
  readonly claims: Readonly<Record<string, unknown>>
  /** Called with the seconds by which this computer's clock is ahead of the server's. */
  readonly onClock: (ahead: number) => void
}

/** The most likely kind of a token: a launch token names a resource, an assertion has its issuer as subject. */
const guess = ({ resource, iss, sub }: Readonly<Record<string, unknown>>): TokenKind => {
  if (resource !== undefined) return 'launch'
  return iss !== undefined && iss === sub ? 'assertion' : 'id_token'
}

export const TokenCheck = (props: TokenCheckProps) => (
  <QueryProvider>
    <Check key={props.token} {...props} />
  </QueryProvider>
)

function Check({ token, claims, onClock }: TokenCheckProps) {
  const texts = useTexts(toolsTexts)
  const me = useQuery(meQuery)
  const [kind, setKind] = useState(() => guess(claims))
  const judge = useMutation({
    mutationFn: (asked: TokenKind) => sendJson<TokenVerdict>('POST', '/tools/api/judge', { kind: asked, token }),
    onSuccess: ({ now }) => onClock(Math.round(Date.now() / 1000) - now),
  })
  const mayNot = me.data?.mayJudge === false
  return (
    <form
      className={layout.card}
      aria-labelledby="judgement"
      onSubmit={(event) => {
        event.preventDefault()
        judge.mutate(kind)
      }}
    >
      <h2 id="judgement">{texts.checkTitle}</h2>
      <Choice
        label={texts.checkAs}
        options={TOKEN_KINDS.map((one) => ({ value: one, label: texts.kinds[one] }))}
        value={kind}
        onChange={setKind}
      />
      {mayNot ? (
        <p>
          {texts.mayNot} <a href="/connect">{texts.toConnect}</a>
        </p>
      ) : (
        <div>
          <Button type="submit" loading={judge.isPending}>
            {texts.check}
          </Button>
        </div>
      )}
      <Outcome error={judge.error} />
      <div aria-live="polite" className={formClasses.live}>
        {judge.data && <Verdict verdict={judge.data} />}
      </div>
    </form>
  )
}

function Verdict({ verdict: { kind, accepted, checks, skew } }: { readonly verdict: TokenVerdict }) {
  const texts = useTexts(toolsTexts)
  const failing = checks.filter(({ outcome }) => outcome === 'fail').length
  return (
    <div className={formClasses.form}>
      <Alert color={accepted ? 'teal' : 'red'}>
        {accepted ? texts.accepted(texts.kinds[kind]) : texts.refused(texts.kinds[kind], failing)}
      </Alert>
      <Checks checks={checks} />
      <p className={layout.hint}>{texts.skew(skew)}</p>
    </div>
  )
}
