// The routing table of a FHIR base. The first row that matches a path answers it; a segment with a colon matches anything.
import type { ReadInteraction } from '#lib/audit/audit.ts'
import { type Routed, router } from '#lib/http/router.ts'
import { type Interaction, nothingHere, notOffered, type PublicInteraction, type WriteInteraction } from './exchange.ts'
import { capabilities, smart } from './interactions/discovery.ts'
import { historyInstance, historyType } from './interactions/history.ts'
import { basePage } from './interactions/paging.ts'
import { read, vread } from './interactions/read.ts'
import { searchType } from './interactions/search.ts'
import { ACCEPT_PATCH } from './write/body.ts'
import { bundle } from './write/bundle.ts'
import {
  conditionalPatch,
  conditionalRemove,
  conditionalUpdate,
  create,
  patch,
  remove,
  update,
} from './write/single.ts'
import { validateSent, validateStored } from './write/validate.ts'

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Address {
  readonly path: string
  /** Methods that the interaction accepts. */
  readonly methods: readonly string[]
  readonly writes?: Readonly<Partial<Record<WriteMethod, WriteInteraction>>>
  /** True when the client chooses the format. */
  readonly negotiates: boolean
}

interface TokenRoute extends Address {
  readonly access: 'token'
  readonly interaction: Interaction
  /** True for one resource, or one version of it. */
  readonly isInstance?: boolean
  /** The name of the interaction in the audit log; by default derived from the variable segments. */
  readonly code?: ReadInteraction
}

export type Route = (Address & { readonly access: 'public'; readonly interaction: PublicInteraction }) | TokenRoute

const READ = ['GET', 'HEAD']

const open = (path: string, interaction: PublicInteraction): Route => ({
  path,
  methods: READ,
  negotiates: true,
  access: 'public',
  interaction,
})

const token = (
  path: string,
  interaction: Interaction,
  more: Partial<Pick<TokenRoute, 'methods' | 'writes' | 'code' | 'isInstance'>> = {},
): Route => ({
  path,
  methods: READ,
  negotiates: true,
  access: 'token',
  interaction,
  ...more,
})

const history = (path: string, interaction: Interaction, code: ReadInteraction): Route =>
  token(path, interaction, { code })

const SEARCHED = { methods: ['GET', 'HEAD', 'POST'] }

const ROUTES: readonly Route[] = [
  open('metadata', capabilities),
  open('metadata/**', nothingHere),
  { ...open('.well-known/smart-configuration', smart), negotiates: false }, // JSON regardless of Accept (DIS-02).
  open('.well-known/**', nothingHere),
  token('', basePage, { writes: { POST: bundle } }),
  token('_history', notOffered),
  token('_search', notOffered, SEARCHED),
  token('$validate', notOffered, { methods: [], writes: { POST: validateSent } }),
  token(':type', searchType, {
    writes: { POST: create, PUT: conditionalUpdate, PATCH: conditionalPatch, DELETE: conditionalRemove },
  }),
  token(':type/_search', searchType, SEARCHED),
  token(':type/$validate', notOffered, { methods: [], writes: { POST: validateSent } }),
  history(':type/_history', historyType, 'history-type'),
  token(':type/:id', read, { isInstance: true, writes: { PUT: update, PATCH: patch, DELETE: remove } }),
  token(':type/:id/$validate', validateStored, { writes: { POST: validateSent } }),
  history(':type/:id/_history', historyInstance, 'history-instance'),
  token(':type/:id/_history/:vid', vread, { isInstance: true }),
  token('**', nothingHere),
]

const find = router(ROUTES)

/** The row for a path, and its variable segments by name. The last row matches every path. */
export function routeOf(segments: readonly string[]): Routed<Route> {
  const found = find(segments)
  if (!found) throw new Error('The routing table has no last row')
  return found
}

/** Types with a limited set of changes: recorded events are immutable. */
const CHANGES_OF: ReadonlyMap<string, readonly string[]> = new Map([['AuditEvent', ['POST']]])

const writeMethods = ({ route, path }: Routed<Route>): readonly string[] =>
  Object.keys(route.writes ?? {}).filter((method) => CHANGES_OF.get(path['type'] ?? '')?.includes(method) ?? true)

/** The write interaction of a method; undefined for a read, and for a method that is not allowed. */
export const writeOf = (routed: Routed<Route>, method: string): WriteInteraction | undefined =>
  writeMethods(routed).includes(method) ? routed.route.writes?.[method as WriteMethod] : undefined

/** Allow and Accept-Patch of an address (RFC 9110 §10.2.1, RFC 5789 §3.1). */
export function allowHeaders(routed: Routed<Route>): Readonly<Record<'allow', string> & Record<string, string>> {
  const { path, methods } = routed.route
  const writes = writeMethods(routed)
  // The base has pages of searches, which a client reaches only by their links.
  const allow = [...(path === '' ? [] : methods), ...writes, 'OPTIONS'].join(', ')
  return { allow, ...(writes.includes('PATCH') ? { 'accept-patch': ACCEPT_PATCH } : {}) }
}
