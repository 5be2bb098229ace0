// The FHIR console: a request is composed or picked, sent, and its answer leads on. The address of the page is the request's.
'use client'

import { Alert } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenHeard } from '#components/address/when-heard.ts'
import { getJson } from '#components/http/get-json.ts'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { QueryProvider } from '#components/http/query-provider.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { ToolsFrame } from '#components/tools/tools-frame.tsx'
import type { FhirConsoleMe } from '#lib/api/fhir-console.ts'
import { Outcome } from '../admin/outcome.tsx'
import { Answer } from './answer.tsx'
import { type Asked, addressOf, askedOf, OWN_TOKEN } from './asked.ts'
import classes from './fhir-console.module.css'
import { READY, type ReadyName, readyRequest } from './ready.ts'
import { RequestForm } from './request-form.tsx'
import { type Answered, BadPath, send } from './send.ts'
import { fhirConsoleTexts } from './texts.ts'
import { WhoAsks } from './who-asks.tsx'

type Query = Readonly<Record<string, string | undefined>>

const meQuery = queryOptions({
  queryKey: ['fhir-console'],
  queryFn: ({ signal }) => getJson<FhirConsoleMe>('/tools/api/fhir', signal),
})

export function FhirConsole({ given }: { readonly given: Query }) {
  const texts = useTexts(fhirConsoleTexts)
  return (
    <ToolsFrame title={texts.title} where={texts.where}>
      <QueryProvider>
        <Loaded given={given} />
      </QueryProvider>
    </ToolsFrame>
  )
}

function Loaded({ given }: { readonly given: Query }) {
  const { data, error, refetch } = useQuery(meQuery)
  if (error) return <LoadFailed error={error} retry={refetch} />
  return data ? <Console me={data} given={given} /> : <LoadingPage />
}

function Console({ me, given }: { readonly me: FhirConsoleMe; readonly given: Query }) {
  const texts = useTexts(fhirConsoleTexts)
  const usual = me.clients[0]?.clientId ?? OWN_TOKEN
  const mayUse = (client: string) => me.clients.some(({ clientId }) => clientId === client)
  /** A client of the address that the reader may not use is not the one to send with. */
  const usable = (asked: Asked): Asked =>
    mayUse(asked.client) || asked.client === 'none' ? asked : { ...asked, client: usual }
  const [asked, change] = useState(() => usable(askedOf({ path: 'Task?_count=5', ...given })))
  const [token, changeToken] = useState('')
  const known = useRef<Learned>({ etags: new Map() })
  const request = useMutation({
    mutationFn: (sent: Asked) => send(sent, me.fhirBase, token),
    onSuccess: (answer) => {
      learn(known.current, answer)
      const version = known.current.etags.get(answer.asked.path)
      // The next change begins at the version that there is now.
      if (answer.status < 300 && version !== undefined && answer.asked.method !== 'GET')
        change((now) => (now.path === answer.asked.path ? withVersion(now, version) : now))
    },
  })
  const run = (sent: Asked) => {
    change(sent)
    const address = addressOf(sent)
    whenHeard(() => {
      if (window.location.pathname + window.location.search !== address) window.history.pushState(null, '', address)
    })
    request.mutate(sent)
  }
  const goBack = useEffectEvent(() => {
    const former = usable(askedOf(Object.fromEntries(new URLSearchParams(window.location.search))))
    change(former)
    if (former.method === 'GET') request.mutate(former)
  })
  useEffect(() => {
    const listener = () => goBack()
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])
  const pick = (name: ReadyName) => {
    const { task, etags } = known.current
    const ready = readyRequest(name, task, task && etags.get(task))
    const version = etags.get(ready.path)
    const current = name !== 'stale' && ready.method !== 'GET' && version !== undefined
    change(usable(current ? withVersion(ready, version) : ready))
  }
  return (
    <div className={classes.page}>
      {!me.known && <WhoAsks people={me.demoPeople} />}
      <section aria-labelledby="ready">
        <h2 id="ready" className={classes.label}>
          {texts.ready}
        </h2>
        <ul className={classes.ready}>
          {READY.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => pick(name)}>
                {texts.readyNames[name]}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <RequestForm
        me={me}
        asked={asked}
        change={change}
        token={token}
        changeToken={changeToken}
        sending={request.isPending}
        send={() => run(asked)}
      />
      {request.error instanceof BadPath ? (
        <Alert role="alert" color="red" variant="light">
          {texts.badPath}
        </Alert>
      ) : (
        <Outcome error={request.error} />
      )}
      <div aria-live="polite">
        {request.data && (
          <Answer
            answer={request.data}
            fhirBase={me.fhirBase}
            follow={(path) => run({ client: asked.client, method: 'GET', path, headers: {}, body: '' })}
            takeVersion={(version) => change(withVersion(asked, version))}
          />
        )}
      </div>
    </div>
  )
}

/** What the answers of this visit told. */
interface Learned {
  /** The newest ETag by the path of a request. */
  readonly etags: Map<string, string>
  /** A task that was created here, or found in its place. */
  task?: string
}

function learn(learned: Learned, { status, headers, asked, url }: Answered): void {
  if (status >= 300) return
  const { etag, location } = Object.fromEntries(headers)
  if (etag === undefined) return
  learned.etags.set(asked.path, etag)
  const [, made] = /\/(Task\/[A-Za-z0-9\-.]{1,64})(?:\/_history\/\d+)?$/.exec(location ?? '') ?? []
  if (asked.method === 'POST' && made !== undefined && !url.includes('$')) {
    learned.task = made
    learned.etags.set(made, etag)
  }
}

const withVersion = (asked: Asked, version: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, 'if-match': version },
})
