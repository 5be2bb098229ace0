// The last requests that a person sent from this tab: method, address, status and moment, never a token, a header or a body.
'use client'

import { useEffect, useState } from 'react'
import { useAccount } from '#components/ui/session/account-context.tsx'
import { keep, readKept } from '#components/ui/session/kept-in-session.ts'
import type { FhirMethod } from '#lib/api/fhir-console-words.ts'
import type { Answered } from './send.ts'

export interface SentRequest {
  readonly method: FhirMethod
  readonly path: string
  readonly status: number
  /** ISO 8601. */
  readonly at: string
}

const MOST_KEPT = 20
const NAME = 'fhir-requests'

export function useSentRequests() {
  const person = useAccount()?.person ?? ''
  const [sent, setSent] = useState<readonly SentRequest[]>([])
  // Not while the page is made: the server has none.
  useEffect(() => setSent(readKept(NAME, person) ?? []), [person])
  const add = ({ asked: { method, path }, status }: Answered) => {
    const kept = [{ method, path, status, at: new Date().toISOString() }, ...sent].slice(0, MOST_KEPT)
    keep(NAME, person, kept)
    setSent(kept)
  }
  return { sent, add }
}
