// GET /api/find?q=: records, traces, users and apps by name or id. It asks the parts of the site whose pages show these, with the
// session of whoever asks: what a person may not see there is not found here, and what is read is in the audit log.
import type { AdminApps, AdminUsers } from '#lib/api/admin.ts'
import type { FoundThing, FoundThings } from '#lib/api/find.ts'
import { FIND_ELEMENTS, MOST_FOUND } from '#lib/api/find-words.ts'
import type { TraceList } from '#lib/api/traces.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { deviceName, humanName } from '#lib/fhir/display-name.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { allowing } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import type { FindDeps } from './deps.ts'

/** The interface for the table of addresses. */
export interface Find {
  readonly handle: Handler
}

const SHORTEST = 2
const LONGEST = 100
const MOST_WORDS = 3

/** Finds things for the sender of a request. */
export const createFind = (deps: FindDeps): Find => ({
  handle: allowing(['GET'], async (request) => {
    const text = (queryParams(request).get('q') ?? '').trim().slice(0, LONGEST)
    const items = text.length < SHORTEST ? [] : await thingsFor(deps, request, text)
    return respondJson(200, { items } satisfies FoundThings, NO_STORE)
  }),
})

async function thingsFor(
  { publicUrl, rights, records, traces, admin }: FindDeps,
  request: Request,
  text: string,
): Promise<readonly FoundThing[]> {
  const may = await rights(request)
  const { headers, signal } = request
  /** What a part of the site shows at an address; undefined if it refuses. */
  const read = async <Body>(handler: Handler, path: string, query: Readonly<Record<string, string>>) => {
    const url = `${publicUrl}${path}?${new URLSearchParams(query)}`
    const answer = await handler(new Request(url, { headers, signal }))
    return answer.ok ? ((await answer.json()) as Body) : undefined
  }
  const searches = (may.records ? searchesFor(text) : []).map(async ({ type, query }) => {
    const path = `${type}?${new URLSearchParams([...query, ...SHORT])}`
    const bundle = await read<FhirResource>(records, '/browse/api/fhir', { path })
    return matchesOf(bundle ?? {}, type).flatMap((resource) =>
      foundRecord(type, inLanguage(resource, languageOf(request))),
    )
  })
  const found = await Promise.all([
    ...searches,
    read<TraceList>(traces, '/traces/api', { text, limit: String(MOST_FOUND) }).then((list) =>
      foundTraces(list, languageOf(request)),
    ),
    may.console ? read<AdminUsers>(admin, '/admin/api/users', { q: text }).then(foundUsers) : [],
    may.console
      ? read<AdminApps>(admin, '/admin/api/apps', {}).then((apps) => foundApps(apps, text.toLowerCase()))
      : [],
  ])
  return [...new Map(found.flat().map((thing) => [thing.href, thing])).values()]
}

const NAMED_TYPES = ['Patient', 'Practitioner']
const TYPES = [...NAMED_TYPES, 'Task', 'Device', 'ActivityDefinition']
const REFERENCE = /^([A-Z][A-Za-z]{1,63})\/([A-Za-z0-9.-]{1,64})$/
/** Most words are no ids; what has a digit or a hyphen may be one. */
const ID = /^(?=.*[\d-])[A-Za-z0-9.-]{4,64}$/
const NAME = /[\p{L}\p{M}\p{N}'’-]+/gu

const SHORT = [
  ['_elements', FIND_ELEMENTS],
  ['_count', String(MOST_FOUND)],
]

interface RecordSearch {
  readonly type: string
  readonly query: readonly string[][]
}

/** The FHIR searches for a text: by a reference, or by names and by an id. */
function searchesFor(text: string): readonly RecordSearch[] {
  const [, type, id] = REFERENCE.exec(text) ?? []
  if (type !== undefined && id !== undefined) return [{ type, query: [['_id', id]] }]
  const names = (text.match(NAME) ?? []).slice(0, MOST_WORDS).map((name) => ['name', name])
  return [
    ...(names.length > 0 ? NAMED_TYPES.map((named) => ({ type: named, query: names })) : []),
    ...(ID.test(text) ? TYPES.map((any) => ({ type: any, query: [['_id', text]] })) : []),
  ]
}

function foundRecord(type: string, resource: FhirResource): readonly FoundThing[] {
  const { id, description, title } = resource
  if (typeof id !== 'string') return []
  const name = type === 'Device' ? deviceName(resource) : humanName(resource)
  const words = [name, title, description, id].find((one) => typeof one === 'string' && one !== '')
  return [{ kind: 'record', href: `/browse/${type}/${id}`, title: String(words), detail: `${type}/${id}` }]
}

/** Of several launches in the same words the newest: its page leads to the others. */
function foundTraces(list: TraceList | undefined, language: Language): readonly FoundThing[] {
  const { sentence } = TRACE_TEXTS[language]
  const found = (list?.items ?? []).map((trace): FoundThing => {
    const { id, app, appName, user, task, names, startedAt } = trace
    return {
      kind: 'trace',
      href: `/traces/${encodeURIComponent(id)}`,
      title: [names?.task ?? task, appName ?? app].filter(Boolean).join(' · ') || sentence(trace),
      detail: names?.user ?? user ?? sentence(trace),
      at: new Date(startedAt).toISOString(),
    }
  })
  return found.filter(
    ({ title, detail }, at) => found.findIndex((one) => one.title === title && one.detail === detail) === at,
  )
}

const foundUsers = (users: AdminUsers | undefined): readonly FoundThing[] =>
  (users?.items ?? []).slice(0, MOST_FOUND).map(({ id, username, name }) => ({
    kind: 'user',
    href: `/admin/users/${encodeURIComponent(id)}`,
    title: name,
    detail: username,
  }))

const foundApps = (apps: AdminApps | undefined, text: string): readonly FoundThing[] =>
  (apps?.items ?? [])
    .filter(({ clientId, name }) => `${name} ${clientId}`.toLowerCase().includes(text))
    .slice(0, MOST_FOUND)
    .map(({ clientId, name }) => ({
      kind: 'app',
      href: `/admin/apps/${encodeURIComponent(clientId)}`,
      title: name,
      detail: clientId,
    }))
