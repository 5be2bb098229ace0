// The rows of a list as a reader sees them: with the names that they may know, what the check asks that stopped each, and what was done
// in those that are no launch.
import type { TraceKnown, TraceSummary } from '#lib/api/traces.ts'
import { CHECKS } from '#lib/checks/checks.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { callsOf, isRefusedCall } from '#lib/trace-view/calls.ts'
import type { TracesDeps } from './deps.ts'
import type { NameReader } from './names.ts'
import type { StepRecord } from './record.ts'
import type { FoundIds, TraceQuery, TraceRow, TraceScope, TraceStore } from './store.ts'
import { summaryOf, toldBy } from './view.ts'

/** A reader of a list: what they may know by name, and their language. */
interface ListReader {
  readonly store: Pick<TraceStore, 'steps'>
  readonly appName: (clientId: string) => Promise<string | undefined>
  readonly names: NameReader | undefined
  readonly language: Language
}

/** The reader behind a request, with the names of apps in their language. */
export async function readerOf(
  { appName, names }: Pick<TracesDeps, 'appName' | 'names'>,
  request: Request,
): Promise<Omit<ListReader, 'store'>> {
  const language = languageOf(request)
  return { appName: (clientId) => appName(clientId, language), names: await names(request), language }
}

/** The JSON form of the rows of a list, with names and with what the check asks that stopped each. */
export async function listedOf(rows: readonly TraceRow[], reader: ListReader): Promise<readonly TraceSummary[]> {
  const named = await namesOf(rows, reader)
  const told = await Promise.all(rows.map((row) => toldOf(row, reader.store)))
  const records = new Set(told.flatMap(({ calls = [] }) => calls.flatMap(({ on }) => (parseReference(on) ? on : []))))
  const changed = reader.names ? await allNamed(records, reader.names.nameOf) : new Map<string, string>()
  await reader.names?.shown([...changed.keys()])
  return rows.map((row, at) => {
    const summary = summaryOf(row)
    const rule = summary.failed === null ? undefined : CHECKS[summary.failed]?.[reader.language].expected
    const { calls, ...more } = told[at] ?? {}
    return {
      ...summary,
      ...named(row),
      ...member('failedRule', rule),
      ...more,
      ...member(
        'calls',
        calls?.map((call) => ({ ...call, ...member('name', changed.get(call.on)) })),
      ),
    }
  })
}

/** What its requests tell of a row: when a launch was open, the code that it was refused with and, where it is no launch, what was done or asked. */
async function toldOf(
  row: TraceRow,
  { steps }: ListReader['store'],
): Promise<Pick<TraceSummary, 'calls' | 'failedCode' | 'failedStatus' | 'completed' | 'took'>> {
  const { id, outcome, failed } = row
  if (outcome !== 'answered' && outcome !== 'opened' && failed === undefined) return {}
  const records = (await steps(id)).map((data) => JSON.parse(data) as StepRecord)
  const whole = toldBy(row, records)
  const stopped = failed === undefined ? undefined : records.find((record) => record.failed === failed)
  const code = stopped?.checks.find(({ name }) => name === failed)?.code
  const isCall = outcome === 'answered' || isRefusedCall(summaryOf(row))
  const calls = isCall ? callsOf(outcome === 'answered' ? records : stopped ? [stopped] : []) : []
  return {
    ...whole,
    ...member('failedCode', code),
    ...member('failedStatus', stopped?.status),
    ...member('calls', calls.length === 0 ? undefined : calls),
  }
}

/** The names of the rows, as members of their JSON form; that they were shown is recorded. */
export async function namesOf(
  rows: readonly TraceRow[],
  { appName, names }: Pick<ListReader, 'appName' | 'names'>,
): Promise<(row: TraceRow) => Pick<TraceSummary, 'appName' | 'platformName' | 'names'>> {
  const ids = rows.flatMap(({ clientId, platform }) => [clientId ?? [], platform ?? []].flat())
  const apps = await allNamed(new Set(ids), appName)
  const references = new Set(rows.flatMap(({ subject, task }) => [subject ?? [], task ?? []].flat()))
  const others = names ? await allNamed(references, names.nameOf) : new Map<string, string>()
  await names?.shown([...others.keys()])
  return ({ clientId, platform, subject, task }) => {
    const [app, portal] = [apps.get(clientId ?? ''), apps.get(platform ?? '')]
    const shown = { ...member('user', others.get(subject ?? '')), ...member('task', others.get(task ?? '')) }
    const registered = { ...member('appName', app), ...member('platformName', portal) }
    return { ...registered, ...(Object.keys(shown).length === 0 ? {} : { names: shown }) }
  }
}

const member = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [Member in Name]?: Value }

async function allNamed(
  ids: ReadonlySet<string>,
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([...ids].map(async (id) => [id, await nameOf(id)] as const))
  return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])))
}

interface Searched extends Pick<ListReader, 'appName' | 'names'> {
  readonly store: Pick<TraceStore, 'ids' | 'refusedWith'>
}

/** An error code, such as `invalid_grant` or `not-found`. */
const CODE = /^[a-z][a-z_-]{3,39}$/

/**
 * The ids among the reader's traces whose names contain the text of a query, in any case, and the traces that were refused with that
 * code: neither is stored with them. Undefined for a query without a text.
 */
export async function namedIn(
  { text }: TraceQuery,
  scope: TraceScope,
  { store, appName, names }: Searched,
): Promise<FoundIds | undefined> {
  if (text === undefined) return undefined
  const wanted = text.toLowerCase()
  const { subjects, tasks, clients } = await store.ids(scope)
  const having = async (ids: readonly string[], nameOf: ListReader['appName'] | undefined) => {
    if (!nameOf) return []
    const found = await allNamed(new Set(ids), nameOf)
    return [...found].filter(([, name]) => name.toLowerCase().includes(wanted)).map(([id]) => id)
  }
  return {
    subjects: await having(subjects, names?.nameOf),
    tasks: await having(tasks, names?.nameOf),
    clients: await having(clients, appName),
    traces: CODE.test(wanted) ? await store.refusedWith(wanted, scope) : [],
  }
}

/** The apps and the people of the reader's traces, by the names that they may know: what a list is filtered by. */
export async function knownOf(scope: TraceScope, { store, appName, names }: Searched): Promise<TraceKnown> {
  const { subjects, clients } = await store.ids(scope)
  const apps = await allNamed(new Set(clients), appName)
  const people = names ? await allNamed(new Set(subjects), names.nameOf) : new Map<string, string>()
  await names?.shown([...people.keys()])
  const items = (ids: readonly string[], named: ReadonlyMap<string, string>) =>
    ids
      .map((id) => ({ id, ...member('name', named.get(id)) }))
      .sort((a, b) => (a.name ?? a.id).localeCompare(b.name ?? b.id))
  return { apps: items(clients, apps), people: items(subjects, people) }
}
