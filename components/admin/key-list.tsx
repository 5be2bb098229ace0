// The signing keys of the domain's peers with their states, and the buttons that change them.
'use client'

import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ShortText } from '#components/ui/copy/copy-text.tsx'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment, SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { AdminKey, AdminKeys } from '#lib/api/admin.ts'
import { KEY_OWNERS, type KeyOwner } from '#lib/api/admin-words.ts'
import classes from './admin.module.css'
import { keysQuery } from './admin-queries.ts'
import { frameTexts } from './frame-texts.ts'
import { operationTexts } from './operation-texts.ts'
import { adminTexts } from './texts.ts'
import { type Operation, useOperations } from './use-operations.ts'

const COLOURS = { next: 'blue', active: 'teal', retired: 'gray', revoked: 'red' } as const

export function KeyList() {
  const places = useTexts(frameTexts)
  const texts = useTexts(adminTexts)
  const keys = useQuery(keysQuery)
  const operations = useOperations<AdminKeys>()
  const { rotate, revoke } = useKeyOperations(keys.data?.items ?? [])
  if (!keys.data) return <Unloaded query={keys} />
  return (
    <div className={`${layout.page} ${classes.keys}`}>
      <h1>{places.keys}</h1>
      <p className={layout.quiet}>{texts.keysText}</p>
      <Outcome {...operations.outcome} />
      <RefetchFailed query={keys} />
      <ScrollingTable label={places.keys} heads={['kid', texts.status, texts.published, texts.created, '']}>
        {KEY_OWNERS.map((owner) => (
          <OwnerKeys
            key={owner}
            owner={owner}
            keys={keys.data.items.filter((key) => key.owner === owner)}
            rotate={(now) => operations.run(rotate(owner, now))}
            revoke={(key) => operations.run(revoke(key))}
          />
        ))}
      </ScrollingTable>
    </div>
  )
}

/** Rotating, and revoking; `before`: the keys as they are until then. Neither can be undone. */
function useKeyOperations(before: readonly AdminKey[]) {
  const texts = useTexts(operationTexts)
  const { owners } = useTexts(adminTexts)
  const had = ({ kid, status }: AdminKey) => before.some((key) => key.kid === kid && key.status === status)
  const rotate = (owner: KeyOwner, now: boolean): Operation<AdminKeys> => ({
    path: 'keys/rotate',
    body: { owner, now },
    done: ({ items }) => {
      const name = owners[owner] ?? owner
      const next = items.find((key) => key.owner === owner && key.status === 'next')
      if (!next?.signsFrom) return { text: texts.rotatedNow(name) }
      const said = had(next) ? texts.waits : texts.rotated
      return { text: <SentenceWithMoments sentence={(time = '') => said(name, time)} at={[next.signsFrom]} /> }
    },
  })
  const revoke = ({ kid, owner }: AdminKey): Operation<AdminKeys> => ({
    path: 'keys/revoke',
    body: { kid },
    done: ({ items }) => {
      const said = texts.revoked(owners[owner] ?? owner, kid)
      const signing = items.find((key) => key.owner === owner && key.status === 'active')
      return { text: signing && !had(signing) ? `${said} ${texts.signsNow(signing.kid)}` : said }
    },
  })
  return { rotate, revoke }
}

interface OwnerKeysProps {
  readonly owner: KeyOwner
  readonly keys: readonly AdminKey[]
  readonly rotate: (now: boolean) => void
  readonly revoke: (key: AdminKey) => void
}

/** A part of the domain, and its keys below it. */
function OwnerKeys({ owner, keys, rotate, revoke }: OwnerKeysProps) {
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const name = texts.owners[owner] ?? owner
  return (
    <>
      <Row className={classes.owner}>
        <RowHead colSpan={3}>{name}</RowHead>
        <Cell colSpan={2}>
          <div className={layout.actions}>
            <AskButton
              label={texts.rotateOf(texts.rotate, name)}
              question={{ title: asks.rotate(name), children: <p>{asks.rotateText}</p>, confirm: asks.rotateYes }}
              onSure={() => rotate(false)}
            >
              {texts.rotate}
            </AskButton>
            <AskButton
              label={texts.rotateOf(texts.rotateNow, name)}
              question={{
                title: asks.rotateNow(name),
                children: <p>{asks.rotateNowText}</p>,
                confirm: asks.rotateNowYes,
                dangerous: true,
              }}
              onSure={() => rotate(true)}
            >
              {texts.rotateNow}
            </AskButton>
          </div>
        </Cell>
      </Row>
      {keys.length === 0 && (
        <Row className={classes.noKeys}>
          <Cell colSpan={5}>{texts.noKeys}</Cell>
        </Row>
      )}
      {keys.map((key) => (
        <KeyRow key={key.kid} name={name} signingKey={key} revoke={() => revoke(key)} />
      ))}
    </>
  )
}

interface KeyRowProps {
  /** Of the owner. */
  readonly name: string
  readonly signingKey: AdminKey
  readonly revoke: () => void
}

function KeyRow({ name, signingKey, revoke }: KeyRowProps) {
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const { kid, alg, status, published, createdAt, signsFrom } = signingKey
  return (
    <Row>
      <RowHead className={classes.kid}>
        <ShortText value={kid} label={`kid ${kid}`} /> {alg}
      </RowHead>
      <Cell>
        <Badge color={COLOURS[status]}>{texts.keyStatuses[status]}</Badge>
        {signsFrom && (
          <p className={layout.hint}>
            <SentenceWithMoments sentence={texts.signsFrom} at={[signsFrom]} />
          </p>
        )}
      </Cell>
      <Cell>{published ? texts.yes : texts.no}</Cell>
      <Cell>
        <Moment at={createdAt} />
      </Cell>
      <Cell>
        {status !== 'revoked' && (
          <AskButton
            label={texts.revokeKey(kid)}
            question={{
              title: asks.revoke(name),
              children: (
                <>
                  <p className={layout.mono}>{kid}</p>
                  <p>
                    {asks.revokeText[status]} {asks.noWayBack}
                  </p>
                </>
              ),
              confirm: asks.revokeYes,
              dangerous: true,
            }}
            onSure={revoke}
          >
            {texts.revoke}
          </AskButton>
        )}
      </Cell>
    </Row>
  )
}
