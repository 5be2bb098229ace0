// The rows of a list as a reader sees them: with the names that they may know, and what the check asks that stopped each.
import type { TraceSummary } from '#lib/api/traces.ts'
import { CHECKS } from '#lib/checks/checks.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { NameReader } from './names.ts'
import type { NamedIds, TraceQuery, TraceRow, TraceScope, TraceStore } from './store.ts'
import { summaryOf } from './view.ts'

/** A reader of a list: what they may know by name, and their language. */
interface ListReader {
  readonly appName: (clientId: string) => Promise<string | undefined>
  readonly names: NameReader | undefined
  readonly language: Language
}

/** The JSON form of the rows of a list, with names and with what the check asks that stopped each. */
export async function listedOf(
  rows: readonly TraceRow[],
  { appName, names, language }: ListReader,
): Promise<readonly TraceSummary[]> {
  const named = await namesOf(rows, { appName, names })
  return rows.map((row) => {
    const summary = summaryOf(row)
    const rule = summary.failed === null ? undefined : CHECKS[summary.failed]?.[language].expected
    return { ...summary, ...named(row), ...(rule === undefined ? {} : { failedRule: rule }) }
  })
}

/** The names of the rows, as members of their JSON form; that they were shown is recorded. */
export async function namesOf(
  rows: readonly TraceRow[],
  { appName, names }: Omit<ListReader, 'language'>,
): Promise<(row: TraceRow) => Pick<TraceSummary, 'appName' | 'names'>> {
  const apps = await allNamed(new Set(rows.flatMap(({ clientId }) => clientId ?? [])), appName)
  const references = new Set(rows.flatMap(({ subject, task }) => [subject ?? [], task ?? []].flat()))
  const others = names ? await allNamed(references, names.nameOf) : new Map<string, string>()
  await names?.shown([...others.keys()])
  return ({ clientId, subject, task }) => {
    const app = apps.get(clientId ?? '')
    const shown = { ...named('user', others.get(subject ?? '')), ...named('task', others.get(task ?? '')) }
    return { ...named('appName', app), ...(Object.keys(shown).length === 0 ? {} : { names: shown }) }
  }
}

const named = <Name extends string>(member: Name, value: string | undefined) =>
  (value === undefined ? {} : { [member]: value }) as { readonly [Member in Name]?: string }

async function allNamed(
  ids: ReadonlySet<string>,
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([...ids].map(async (id) => [id, await nameOf(id)] as const))
  return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])))
}

interface Searched extends Omit<ListReader, 'language'> {
  readonly store: Pick<TraceStore, 'ids'>
}

/**
 * The ids among the reader's traces whose names contain the text of a query, in any case: names are not stored with
 * them. Undefined for a query without a text.
 */
export async function namedIn(
  { text }: TraceQuery,
  scope: TraceScope,
  { store, appName, names }: Searched,
): Promise<NamedIds | undefined> {
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
  }
}
