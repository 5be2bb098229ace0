// The request being composed, and the one that was sent; answers provide values for the next ones. The page's address
// follows.
'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenHeard } from '#components/ui/address/when-heard.ts'
import type { FhirConsoleMe } from '#lib/api/fhir-console.ts'
import { type Asked, addressOf, askedOf, OWN_TOKEN, withMethod, withVersion } from './asked.ts'
import { type ReadyName, readyRequest } from './ready.ts'
import { type Answered, send } from './send.ts'
import { type SentRequest, useSentRequests } from './sent-requests.ts'

/** The query of the page's address. */
export type Query = Readonly<Record<string, string | undefined>>

export function useRequests(me: FhirConsoleMe, given: Query) {
  const usual = me.clients[0]?.clientId ?? OWN_TOKEN
  const mayUse = (client: string) => me.clients.some(({ clientId }) => clientId === client)
  /** A client of the address that the reader may not use is not the one to send with. */
  const usable = (asked: Asked): Asked =>
    mayUse(asked.client) || asked.client === 'none' ? asked : { ...asked, client: usual }
  const [asked, change] = useState(() => usable(askedOf({ path: 'Task?_count=5', ...given })))
  const { sent, add: addSent } = useSentRequests()
  const [token, changeToken] = useState('')
  const known = useRef<Learned>({ etags: new Map() })
  const request = useMutation({
    mutationFn: (sent: Asked) => send(sent, me.fhirBase, token),
    onSuccess: (answer) => {
      addSent(answer)
      learn(known.current, answer)
      const version = known.current.etags.get(answer.asked.path)
      // The next change begins at the version that there is now.
      if (answer.status < 300 && version !== undefined && answer.asked.method !== 'GET')
        change((now) => (now.path === answer.asked.path ? withVersion(now, version) : now))
      // The next press of Send deletes nothing, whosever token it is by then.
      if (answer.asked.method === 'DELETE') change((now) => (now.method === 'DELETE' ? withMethod(now, 'GET') : now))
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
  const bringBack = ({ method, path }: SentRequest) => change({ ...askedOf({ method, path }), client: asked.client })
  return { asked, change, token, changeToken, request, run, pick, sent, bringBack }
}

/** Values from the answers of this visit. */
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
