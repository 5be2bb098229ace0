// The signing keys of the domain's peers: which signs, which waits, and the buttons that change that.
'use client'

import { Badge, Button, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { instantText } from '#components/fhir/dates.ts'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { adminTexts } from '#components/texts/admin.ts'
import { ADMIN_KEY_OWNERS, type AdminKey, type AdminKeyOwner } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { keysQuery } from './admin-queries.ts'
import { Outcome } from './outcome.tsx'
import { SureButton } from './sure-button.tsx'
import { useChange } from './use-change.ts'

const COLOURS = { next: 'blue', active: 'teal', retired: 'gray', revoked: 'red' } as const

export function KeyList() {
  const texts = useTexts(adminTexts)
  const keys = useQuery(keysQuery)
  const change = useChange()
  if (keys.isPending) return <LoadingPage />
  if (keys.isError) return <LoadFailed error={keys.error} retry={() => keys.refetch()} />
  return (
    <div className={classes.page}>
      <h1>{texts.keys}</h1>
      <p className={classes.quiet}>{texts.keysText}</p>
      <Outcome change={change} done={texts.saved} />
      {ADMIN_KEY_OWNERS.map((owner) => (
        <OwnerKeys
          key={owner}
          owner={owner}
          keys={keys.data.items.filter((key) => key.owner === owner)}
          rotate={(now) => change.mutate({ path: 'keys/rotate', body: { owner, now } })}
          revoke={(kid) => change.mutate({ path: 'keys/revoke', body: { kid } })}
        />
      ))}
    </div>
  )
}

interface OwnerKeysProps {
  readonly owner: AdminKeyOwner
  readonly keys: readonly AdminKey[]
  readonly rotate: (now: boolean) => void
  readonly revoke: (kid: string) => void
}

function OwnerKeys({ owner, keys, rotate, revoke }: OwnerKeysProps) {
  const texts = useTexts(adminTexts)
  const name = texts.owners[owner] ?? owner
  return (
    <section className={classes.section} aria-labelledby={`keys-${owner}`}>
      <div className={classes.head}>
        <h2 id={`keys-${owner}`}>{name}</h2>
        <div className={classes.actions}>
          <Button size="compact-md" variant="default" onClick={() => rotate(false)}>
            {texts.rotate}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => rotate(true)}>
            {texts.rotateNow}
          </Button>
        </div>
      </div>
      {keys.length === 0 && <p className={classes.quiet}>{texts.noKeys}</p>}
      {keys.length > 0 && <KeyTable name={name} keys={keys} revoke={revoke} />}
    </section>
  )
}

function KeyTable({ name, keys, revoke }: Pick<OwnerKeysProps, 'keys' | 'revoke'> & { readonly name: string }) {
  const texts = useTexts(adminTexts)
  return (
    <ScrollingTable label={name}>
      <TableThead>
        <TableTr>
          {['kid', texts.status, texts.published, texts.created].map((head) => (
            <TableTh key={head} scope="col">
              {head}
            </TableTh>
          ))}
          <TableTd />
        </TableTr>
      </TableThead>
      <TableTbody>
        {keys.map((key) => (
          <KeyRow key={key.kid} signingKey={key} revoke={() => revoke(key.kid)} />
        ))}
      </TableTbody>
    </ScrollingTable>
  )
}

function KeyRow({ signingKey, revoke }: { readonly signingKey: AdminKey; readonly revoke: () => void }) {
  const texts = useTexts(adminTexts)
  const language = useLanguage()
  const { kid, alg, status, published, createdAt, signsFrom } = signingKey
  return (
    <TableTr>
      <TableTh scope="row" className={classes.kid}>
        {kid} ({alg})
      </TableTh>
      <TableTd>
        <Badge className={classes.badge} variant="light" color={COLOURS[status]} tt="none">
          {texts.keyStatuses[status]}
        </Badge>
        {signsFrom && <p className={classes.hint}>{texts.signsFrom(instantText(signsFrom, language))}</p>}
      </TableTd>
      <TableTd>{published ? texts.yes : texts.no}</TableTd>
      <TableTd>{instantText(createdAt, language)}</TableTd>
      <TableTd>
        {status !== 'revoked' && (
          <SureButton label={texts.revokeKey(kid)} sure={texts.revokeSure} onSure={revoke}>
            {texts.revoke}
          </SureButton>
        )}
      </TableTd>
    </TableTr>
  )
}
