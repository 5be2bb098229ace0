// Shares a trace by a link that needs no login; the links that there are, each to be withdrawn.
'use client'

import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import { sendJson } from '#components/ui/http/send-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { TraceShared, TraceShareItem, TraceShareList } from '#lib/api/traces.ts'
import { MOST_SHARED_DAYS, USUAL_SHARED_DAYS } from '#lib/trace/trace-days.ts'
import { BegunPart } from './begun-part.tsx'
import { tracesTexts } from './texts.ts'
import classes from './traces.module.css'

const sharesQuery = (id: string) =>
  jsonQuery<TraceShareList>(['trace', id, 'shares'], `/traces/api/${encodeURIComponent(id)}/shares`)

const DAYS = Array.from({ length: MOST_SHARED_DAYS }, (_, index) => index + 1)

export function ShareTrace({ id }: { readonly id: string }) {
  const texts = useTexts(tracesTexts)
  return (
    <BegunPart title={texts.share} text={texts.shareText} begin={texts.shareBegin}>
      <Shares id={id} />
    </BegunPart>
  )
}

function Shares({ id }: { readonly id: string }) {
  const texts = useTexts(tracesTexts)
  const client = useQueryClient()
  const [days, setDays] = useState(USUAL_SHARED_DAYS)
  const shares = useQuery(sharesQuery(id))
  const path = `/traces/api/${encodeURIComponent(id)}`
  const make = useMutation({
    mutationFn: () => sendJson<TraceShared>('POST', `${path}/shares`, { days }),
    onMutate: () => withdraw.reset(),
    onSuccess: () => client.invalidateQueries(sharesQuery(id)),
  })
  const withdraw = useMutation({
    mutationFn: (share: string) => sendJson<TraceShareList>('POST', `${path}/unshare`, { share }),
    onSuccess: (left) => {
      client.setQueryData(sharesQuery(id).queryKey, left)
      make.reset()
    },
  })
  return (
    <div className={classes.shares}>
      <form
        className={layout.actions}
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <NativeSelect
          label={texts.shareFor}
          value={days}
          data={DAYS.map((count) => ({ value: `${count}`, label: texts.days(count) }))}
          onChange={({ target }) => setDays(Number(target.value))}
        />
        <Button type="submit" size="sm" loading={make.isPending}>
          {texts.shareMake}
        </Button>
      </form>
      <Outcome
        error={make.error ?? withdraw.error ?? shares.error}
        done={withdraw.isSuccess ? texts.shareWithdrawn : undefined}
        undo={{ label: texts.shareMakeAnother, run: () => make.mutate() }}
      />
      <div role="status">
        {make.data && (
          <>
            <p>
              <SentenceWithMoments sentence={texts.shareMade} at={[new Date(make.data.expiresAt).toISOString()]} />
            </p>
            <CopyText value={make.data.url} label={texts.shareLink} />
          </>
        )}
      </div>
      {shares.data && shares.data.items.length > 0 && (
        <>
          <h3>{texts.sharesThere}</h3>
          <ul className={classes.verdicts}>
            {shares.data.items.map((share) => (
              <Share key={share.id} share={share} withdraw={() => withdraw.mutate(share.id)} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Share({ share, withdraw }: { readonly share: TraceShareItem; readonly withdraw: () => void }) {
  const texts = useTexts(tracesTexts)
  return (
    <li>
      <SentenceWithMoments
        sentence={(made = '', until = '') => texts.shareBy(share.by, made, until)}
        at={[share.createdAt, share.expiresAt].map((at) => new Date(at).toISOString())}
      />{' '}
      {share.own && (
        <Button size="compact-sm" variant="default" onClick={withdraw}>
          {texts.shareWithdraw}
        </Button>
      )}
    </li>
  )
}
