// The content of the launch: context and identity, decoded. The tokens themselves stay in the back-end.
'use client'

import { Breakable } from '#components/address/breakable.tsx'
import { instantText } from '#components/fhir/dates.ts'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { Cell, Row, RowHead } from '#components/table/row.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { CLAIM_MEANINGS } from '#lib/i18n/claim-meanings.ts'
import type { Language } from '#lib/i18n/language.ts'
import classes from './launch.module.css'
import { launchTexts } from './texts.ts'

const CONTEXT = ['iss', 'task', 'patient', 'definition', 'intent', 'sub', 'user', 'fhirUser', 'role'] as const
const TIMES = ['exp', 'iat', 'nbf', 'auth_time']

export function Received({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const context = CONTEXT.map((name) => [name, session[name]] as const).filter(([, value]) => value !== undefined)
  return (
    <details className={`${layout.card} ${classes.received}`}>
      <summary>
        <h2>{texts.received}</h2>
      </summary>
      <div className={layout.section}>
        <p>{texts.receivedText}</p>
        <h3>{texts.context}</h3>
        <Claims label={texts.context} claims={context} meanings={texts.contextMeanings} />
        <h3>{texts.idToken}</h3>
        <Claims label={texts.idToken} claims={Object.entries(session.idToken)} meanings={useTexts(CLAIM_MEANINGS)} />
        <p className={layout.quiet}>{texts.noop}</p>
      </div>
    </details>
  )
}

interface ClaimsProps {
  readonly label: string
  readonly claims: readonly (readonly [string, unknown])[]
  readonly meanings: Readonly<Record<string, string>>
}

function Claims({ label, claims, meanings }: ClaimsProps) {
  const texts = useTexts(launchTexts)
  const language = useLanguage()
  return (
    <ScrollingTable label={label} heads={[texts.claim, texts.value, texts.meaning]}>
      {claims.map(([name, value]) => (
        <Row key={name}>
          <RowHead>
            <code>{name}</code>
          </RowHead>
          <Cell className={classes.claimValue}>
            <code className={layout.code}>
              <Breakable text={claimText(name, value, language)} />
            </code>
          </Cell>
          <Cell>{meanings[name]}</Cell>
        </Row>
      ))}
    </ScrollingTable>
  )
}

function claimText(name: string, value: unknown, language: Language): string {
  if (TIMES.includes(name) && typeof value === 'number')
    return instantText(new Date(value * 1000).toISOString(), language)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
