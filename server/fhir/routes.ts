// The routing table of a FHIR base. The first row that matches a path answers it; a segment with a colon matches anything.

import { type Interaction, nothingHere, notOffered, type PublicInteraction } from './exchange.ts'
import { capabilities, smart } from './interactions/discovery.ts'
import { basePage } from './interactions/paging.ts'
import { read, vread } from './interactions/read.ts'
import { searchType } from './interactions/search.ts'

interface Address {
  readonly path: string
  readonly methods: readonly string[]
  /** True when the client chooses the format. */
  readonly negotiates: boolean
}

type Route = Address &
  (
    | { readonly access: 'public'; readonly interaction: PublicInteraction }
    | { readonly access: 'token'; readonly interaction: Interaction }
  )

const READ = ['GET', 'HEAD']

const open = (path: string, interaction: PublicInteraction): Route => ({
  path,
  methods: READ,
  negotiates: true,
  access: 'public',
  interaction,
})

const token = (path: string, interaction: Interaction, methods: readonly string[] = READ): Route => ({
  path,
  methods,
  negotiates: true,
  access: 'token',
  interaction,
})

const ROUTES: readonly Route[] = [
  open('metadata', capabilities),
  open('metadata/**', nothingHere),
  { ...open('.well-known/smart-configuration', smart), negotiates: false }, // JSON regardless of Accept (DIS-02).
  open('.well-known/**', nothingHere),
  token('', basePage),
  token('_history', notOffered),
  token('_search', notOffered, ['GET', 'HEAD', 'POST']),
  token(':type', searchType),
  token(':type/_search', searchType, ['GET', 'HEAD', 'POST']),
  token(':type/_history', notOffered),
  token(':type/:id', read),
  token(':type/:id/_history', notOffered),
  token(':type/:id/_history/:vid', vread),
  token('**', nothingHere),
]

interface Pattern {
  readonly fixed: readonly string[]
  /** True when anything may follow. */
  readonly open: boolean
}

const patternOf = (path: string): Pattern => {
  const parts = path === '' ? [] : path.split('/')
  const open = parts.at(-1) === '**'
  return { fixed: open ? parts.slice(0, -1) : parts, open }
}

const PATTERNS = ROUTES.map((route) => ({ route, pattern: patternOf(route.path) }))

export interface Routed {
  readonly route: Route
  readonly path: Readonly<Record<string, string>>
}

/** The row for a path, and the variable segments by name. The last row fits every path. */
export function routeOf(segments: readonly string[]): Routed {
  for (const { route, pattern } of PATTERNS) {
    const path = variables(pattern, segments)
    if (path) return { route, path }
  }
  throw new Error('The routing table has no last row')
}

const isVariable = (part: string | undefined): boolean => part?.charCodeAt(0) === 58 // A colon.

function variables(
  { fixed, open }: Pattern,
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (open ? segments.length < fixed.length : segments.length !== fixed.length) return undefined
  for (let index = 0; index < fixed.length; index += 1) {
    const segment = segments[index] ?? ''
    const part = fixed[index]
    if (segment === '' || !(isVariable(part) || part === segment)) return undefined
  }
  const path: Record<string, string> = {}
  fixed.forEach((part, index) => {
    if (isVariable(part)) path[part.slice(1)] = segments[index] ?? ''
  })
  return path
}
