// The content of the launch: context and identity, decoded. The tokens themselves stay in the back-end.
'use client'

import { Breakable } from '#components/ui/address/breakable.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { CLAIM_MEANINGS } from '#lib/i18n/claim-meanings.ts'
import { instantOfClaim } from '#lib/oauth/claim-instants.ts'
import classes from './launch.module.css'
import { launchTexts } from './texts.ts'

const CONTEXT = ['iss', 'task', 'patient', 'definition', 'intent', 'sub', 'user', 'fhirUser', 'role'] as const

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
  return (
    <ScrollingTable label={label} heads={[texts.claim, texts.value, texts.meaning]}>
      {claims.map(([name, value]) => (
        <Row key={name}>
          <RowHead>
            <code>{name}</code>
          </RowHead>
          <Cell className={classes.claimValue}>
            <code className={layout.code}>
              <ClaimValue name={name} value={value} />
            </code>
          </Cell>
          <Cell>{meanings[name]}</Cell>
        </Row>
      ))}
    </ScrollingTable>
  )
}

function ClaimValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const time = instantOfClaim(name, value)
  if (time !== undefined) return <Moment at={time} />
  return <Breakable text={typeof value === 'string' ? value : JSON.stringify(value)} />
}
