// Tells whether the session of an open task is over: it has expired, or the app's back end says so.
'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HttpError } from '#components/ui/http/get-json.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'

/** Longest time that a browser can wait for. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function useSessionEnded({ expiresAt }: Pick<OpenSession, 'expiresAt'>): boolean {
  const [ended, setEnded] = useState(false)
  const queries = useQueryClient().getQueryCache()
  useEffect(() => {
    const left = Math.min(Math.max(0, expiresAt * 1000 - Date.now()), LONGEST_TIMER_MS)
    const timer = setTimeout(() => setEnded(true), left)
    const leave = queries.subscribe(({ query }) => {
      if (query.state.error instanceof HttpError && query.state.error.status === 401) setEnded(true)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [expiresAt, queries])
  return ended
}
