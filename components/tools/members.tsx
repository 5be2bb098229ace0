// Claims or header members of a token as a table: value, meaning, and the time for a NumericDate.
'use client'

import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import { CLAIM_MEANINGS } from '#lib/i18n/claim-meanings.ts'
import { instantOfClaim } from '#lib/oauth/claim-instants.ts'
import { toolsTexts } from './texts.ts'
import { relativeText } from './times.ts'

const SECOND_MS = 1000

interface MembersProps {
  readonly label: string
  readonly members: Readonly<Record<string, unknown>>
  /** Seconds by which this computer is ahead of the server. */
  readonly ahead: number
}

export function Members({ label, members, ahead }: MembersProps) {
  const texts = useTexts(toolsTexts)
  const meanings = useTexts(CLAIM_MEANINGS)
  const now = useNow() / SECOND_MS - ahead
  return (
    <ScrollingTable label={label} heads={[texts.claim, texts.value, texts.meaning]}>
      {Object.entries(members).map(([name, value]) => (
        <Row key={name}>
          <RowHead>
            <code>{name}</code>
          </RowHead>
          <Cell className={layout.mono}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
            <Time instant={instantOfClaim(name, value)} now={now} />
          </Cell>
          <Cell className={meanings[name] ? undefined : layout.quiet}>{meanings[name] ?? texts.unknownClaim}</Cell>
        </Row>
      ))}
    </ScrollingTable>
  )
}

/** Nothing for a claim that is no time; `now` is in epoch seconds. */
function Time({ instant, now }: { readonly instant: string | undefined; readonly now: number }) {
  const language = useLanguage()
  if (instant === undefined) return null
  return (
    <p className={layout.quiet}>
      <Moment at={instant} seconds /> · {relativeText(Date.parse(instant) / SECOND_MS - now, language)}
    </p>
  )
}

/** Epoch milliseconds by the clock of this computer, every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
