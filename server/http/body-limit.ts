// How long a body may be, by its address and its type.
import type { IncomingMessage } from 'node:http'
import { MOST_IMPORT_BYTES } from '#lib/api/data-words.ts'
import { FORM_LIMIT } from '#lib/http/params.ts'
import type { Domain } from '../domain/domain.ts'
import type { Mounted } from '../domain/router.ts'

const FORM = /^application\/x-www-form-urlencoded/i

/**
 * Longest body in bytes: for resources and Bundles from the settings, for imports a fixed number, otherwise as for a
 * form.
 */
export function bodyLimitOf({ config }: Domain): (route: Mounted, incoming: IncomingMessage) => number {
  const { resource, bundle } = config.writes.limits
  const largest = Math.max(resource, bundle, FORM_LIMIT)
  return ({ takesResources, takesImports }, { headers }) => {
    if (FORM.test(headers['content-type'] ?? '')) return FORM_LIMIT
    if (takesImports) return MOST_IMPORT_BYTES
    return takesResources ? largest : FORM_LIMIT
  }
}
