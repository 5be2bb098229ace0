// The routing table of a FHIR base. The first row that matches a path answers it; a segment with a colon matches anything.
import type { ReadInteraction } from '#lib/audit/audit.ts'
import { type Routed, router } from '#lib/http/router.ts'
import { type Interaction, nothingHere, notOffered, type PublicInteraction } from './exchange.ts'
import { capabilities, smart } from './interactions/discovery.ts'
import { historyInstance, historyType } from './interactions/history.ts'
import { basePage } from './interactions/paging.ts'
import { read, vread } from './interactions/read.ts'
import { searchType } from './interactions/search.ts'

interface Address {
  readonly path: string
  readonly methods: readonly string[]
  /** True when the client chooses the format. */
  readonly negotiates: boolean
}

export type Route = Address &
  (
    | { readonly access: 'public'; readonly interaction: PublicInteraction }
    | {
        readonly access: 'token'
        readonly interaction: Interaction
        /** The name of the interaction in the audit log; without it the variable segments tell. */
        readonly code?: ReadInteraction
      }
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

const history = (path: string, interaction: Interaction, code: ReadInteraction): Route => ({
  path,
  methods: READ,
  negotiates: true,
  access: 'token',
  interaction,
  code,
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
  history(':type/_history', historyType, 'history-type'),
  token(':type/:id', read),
  history(':type/:id/_history', historyInstance, 'history-instance'),
  token(':type/:id/_history/:vid', vread),
  token('**', nothingHere),
]

const find = router(ROUTES)

/** The row for a path, and the variable segments by name. The last row fits every path. */
export function routeOf(segments: readonly string[]): Routed<Route> {
  const found = find(segments)
  if (!found) throw new Error('The routing table has no last row')
  return found
}
