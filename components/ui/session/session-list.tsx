// The sessions of a person, each with a way to end it.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { KnownSession } from '#lib/api/own-account.ts'
import { sessionListTexts } from './session-list-texts.ts'

interface SessionListProps {
  readonly sessions: readonly KnownSession[]
  /** The session of the reader. */
  readonly here?: string | null
  readonly busy: boolean
  readonly end: (sid: string) => void
}

export function SessionList({ sessions, here = null, busy, end }: SessionListProps) {
  const texts = useTexts(sessionListTexts)
  if (sessions.length === 0) return <p className={layout.quiet}>{texts.none}</p>
  return (
    <ScrollingTable label={texts.label} heads={[texts.where, texts.network, texts.begun, texts.lastUsed, '']} busy={busy}>
      {sessions.map(({ sid, browser, network, beganAt, lastUsedAt }) => (
        <Row key={sid}>
          <RowHead>
            {browser ?? texts.unknown}
            {sid === here && <span className={layout.quiet}> · {texts.here}</span>}
          </RowHead>
          <Cell>{network ?? texts.unknown}</Cell>
          <Cell>{beganAt ? <Moment at={beganAt} /> : texts.unknown}</Cell>
          <Cell>{lastUsedAt ? <Moment at={lastUsedAt} /> : texts.unknown}</Cell>
          <Cell>
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => end(sid)}>
              {sid === here ? texts.endHere : texts.end}
            </Button>
          </Cell>
        </Row>
      ))}
    </ScrollingTable>
  )
}
