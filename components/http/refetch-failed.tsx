// What could not be loaded again, said beside what was loaded before: a list that somebody works in does not go away.
'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailed } from './load-failed.tsx'

interface RefetchFailedProps {
  readonly query: Pick<UseQueryResult, 'error' | 'isRefetchError' | 'refetch'>
}

/** Nothing where the last answer is the one that is shown. */
export const RefetchFailed = ({ query: { error, isRefetchError, refetch } }: RefetchFailedProps) =>
  isRefetchError && error ? <LoadFailed error={error} retry={refetch} /> : null
