// What went wrong on the way to the FHIR API. A session that ended is asked for again, so that the door opens or says so.
'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { HttpError } from '#components/http/get-json.ts'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { browseSessionQuery } from './browse-queries.ts'

const NOT_LET_IN: readonly number[] = [401, 403]

export function ReadFailed({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const client = useQueryClient()
  const ended = error instanceof HttpError && NOT_LET_IN.includes(error.status)
  useEffect(() => {
    if (ended) client.invalidateQueries({ queryKey: browseSessionQuery.queryKey })
  }, [ended, client])
  return <LoadFailed error={error} retry={retry} />
}
