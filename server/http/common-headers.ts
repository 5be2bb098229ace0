// Headers of every answer. Handlers may override but not omit them (conformance SEC-03, SEC-05, SEC-06).
import { REQUEST_ID_HEADER } from '#lib/http/request-id.ts'
import type { Config } from '../config/config.ts'

/** Headers by lower-case name. */
export type CommonHeaders = Readonly<Record<string, string>>

const HSTS = 'max-age=31536000; includeSubDomains'

/** The headers of the answer to a request, by its id. */
export function commonHeadersOf({ publicUrl }: Pick<Config, 'publicUrl'>): (requestId: string) => CommonHeaders {
  const common = (requestId: string) => ({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    [REQUEST_ID_HEADER]: requestId,
  })
  if (!publicUrl.startsWith('https:')) return common
  return (requestId) => ({ 'strict-transport-security': HSTS, ...common(requestId) })
}
