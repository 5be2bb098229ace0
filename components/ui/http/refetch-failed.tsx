// Says that a refetch failed, beside the earlier data: a list that somebody works in does not disappear.
'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailed } from './load-failed.tsx'

interface RefetchFailedProps {
  readonly query: Pick<UseQueryResult, 'error' | 'isRefetchError' | 'refetch'>
}

/** Nothing when the data shown is the latest answer. */
export const RefetchFailed = ({ query: { error, isRefetchError, refetch } }: RefetchFailedProps) =>
  isRefetchError && error ? <LoadFailed error={error} retry={refetch} /> : null
