// Tokens of administrators: those in force, a form for another one, and its secret, which is shown once.
'use client'

import { useQuery } from '@tanstack/react-query'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { AdminToken } from '#lib/api/tokens.ts'
import { tokensQuery } from './admin-queries.ts'
import { NewToken } from './new-token.tsx'
import { tokenTexts } from './token-texts.ts'
import { useOperations } from './use-operations.ts'

export function TokenList() {
  const texts = useTexts(tokenTexts)
  const tokens = useQuery(tokensQuery)
  const operations = useOperations()
  if (!tokens.data) return <Unloaded query={tokens} />
  const { items } = tokens.data
  const revoke = ({ id, name }: AdminToken) =>
    operations.run({ path: 'tokens/revoke', body: { id }, done: () => ({ text: texts.revoked(name) }) })
  return (
    <div className={layout.page}>
      <h1>{texts.title}</h1>
      <p className={layout.quiet}>{texts.about}</p>
      <Outcome {...operations.outcome} />
      <RefetchFailed query={tokens} />
      {items.length === 0 ? <p>{texts.none}</p> : <TokenTable tokens={items} revoke={revoke} />}
      <NewToken />
    </div>
  )
}

interface TokenTableProps {
  readonly tokens: readonly AdminToken[]
  readonly revoke: (token: AdminToken) => void
}

function TokenTable({ tokens, revoke }: TokenTableProps) {
  const texts = useTexts(tokenTexts)
  return (
    <ScrollingTable label={texts.list} heads={[texts.name, texts.may, texts.owner, texts.expires, texts.lastUsed, '']}>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} revoke={() => revoke(token)} />
      ))}
    </ScrollingTable>
  )
}

function TokenRow({ token, revoke }: { readonly token: AdminToken; readonly revoke: () => void }) {
  const texts = useTexts(tokenTexts)
  const { name, username, scopes, expiresAt, lastUsedAt } = token
  return (
    <Row>
      <RowHead>{name}</RowHead>
      <Cell>{scopes.map((scope) => texts.scopes[scope]).join(', ')}</Cell>
      <Cell>{username}</Cell>
      <Cell>
        <Moment at={expiresAt} />
      </Cell>
      <Cell>{lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never}</Cell>
      <Cell>
        <AskButton
          label={texts.revokeNamed(name)}
          question={{
            title: texts.revokeTitle(name),
            children: <p>{texts.revokeText}</p>,
            confirm: texts.revokeYes,
            dangerous: true,
          }}
          onSure={revoke}
        >
          {texts.revoke}
        </AskButton>
      </Cell>
    </Row>
  )
}
