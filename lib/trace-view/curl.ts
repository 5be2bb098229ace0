// A traced request as a curl command. Removed secrets become variables to fill in.

import type { TraceStep } from '../api/traces.ts'
import { shellQuoted } from '../shell-quoted.ts'

/** A `curl` command that repeats the request; each secret is `$NAME`. */
export function curlOf({ method, url, sent }: Pick<TraceStep, 'method' | 'url' | 'sent'>): string {
  const pairs = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)
  const data = pairs.map(([name, value]) => `  --data-urlencode ${argument(name, value)}`)
  const flags = method === 'GET' ? ['curl -iG'] : [`curl -i${method === 'POST' ? '' : ` -X ${method}`}`]
  return [[...flags, shellQuoted(url)].join(' '), ...data].join(' \\\n')
}

function argument(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return shellQuoted(`${name}=${value}`)
  const variable = name.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  return `"${name.replace(/[^\w.-]/g, '_')}=$${variable}"`
}
