// A failed FHIR read. After the end of a session it loads the session again, so that access is checked anew.
'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { HttpError } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
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
