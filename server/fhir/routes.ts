// The routing table of a FHIR base. The first row that fits a path answers it; a segment with a colon fits anything.
import { capabilities, smart } from './discovery.ts'
import { type Interaction, nothingHere, notOffered, type PublicInteraction } from './exchange.ts'
import { basePage } from './paging.ts'
import { read, vread } from './read.ts'
import { searchType } from './search.ts'

interface Address {
  readonly path: string
  readonly methods: readonly string[]
  /** Whether the client chooses the format. */
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
  { ...open('.well-known/smart-configuration', smart), negotiates: false }, // JSON whatever Accept says (DIS-02).
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

const PATTERNS = ROUTES.map((route) => ({ route, pattern: route.path === '' ? [] : route.path.split('/') }))

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

function variables(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const open = pattern.at(-1) === '**'
  const fixed = open ? pattern.slice(0, -1) : pattern
  if (open ? segments.length < fixed.length : segments.length !== fixed.length) return undefined
  const path: [string, string][] = []
  for (const [index, part] of fixed.entries()) {
    const segment = segments[index] ?? ''
    if (segment === '') return undefined
    if (part.startsWith(':')) path.push([part.slice(1), segment])
    else if (part !== segment) return undefined
  }
  return Object.fromEntries(path)
}
