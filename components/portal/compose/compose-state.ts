// The state of the composer's form, as a composition to sign and as a link. Pure.
import type { ComposeApp, ComposeOptions, ComposePerson, ComposeTask, Composition } from '#lib/api/compose.ts'
import type { ComposeDelivery } from '#lib/api/compose-words.ts'
import { FAILURES, type FailureName, isFailureName } from '#lib/launch/failures.ts'
import { breakLaunch, type Claims, draftLaunch, type LaunchDraft, otherPerson } from '#lib/launch/launch-token.ts'
import { tasksOfApp } from '#lib/launch/tasks-of-app.ts'

/** A claim as it is typed. */
export interface ExtraClaim {
  readonly name: string
  readonly value: string
  /** In the place of one of USUAL_CLAIMS. */
  readonly usual?: true
}

/** The composed launch, as the fields of the form have it. */
export interface ComposeForm {
  readonly app: string
  readonly sub: string
  readonly resource: string
  readonly patient: string
  readonly definition: string
  readonly intent: string
  readonly extra: readonly ExtraClaim[]
  readonly without: readonly string[]
  readonly delivery: ComposeDelivery
  readonly fail: FailureName | ''
}

const FIELDS = ['sub', 'resource', 'patient', 'definition', 'intent'] as const

/**
 * A good launch to begin with. For `me`, who is signed in: a task of mine, open if there is one, and its app; I stay when I have none.
 * For a visitor: an open task of the demo app, or of the first app, and whose it is.
 */
export function initialForm(options: ComposeOptions, me?: string): ComposeForm {
  const { apps, people, tasks } = options
  const mine = tasks.filter(({ owner, device }) => owner === me && apps.some(isAppOf(device)))
  const own = mine.find(({ ended }) => !ended) ?? mine[0]
  const app = apps.find(isAppOf(own?.device)) ?? apps.find(({ simulates }) => simulates) ?? apps[0]
  const empty: ComposeForm = {
    app: app?.clientId ?? '',
    sub: people[0]?.reference ?? '',
    resource: '',
    patient: '',
    definition: '',
    intent: '',
    extra: [],
    without: [],
    delivery: 'shof',
    fail: '',
  }
  return withFirstTask(empty, options, { person: me, me })
}

const isAppOf =
  (device: string | undefined) =>
  ({ clientId }: ComposeApp): boolean =>
    device === `Device/${clientId}`

interface Wanted {
  /** Whose task is wanted, and who is signed in. */
  readonly person: string | undefined
  readonly me: string | undefined
}

/**
 * The form with a task of its app, rather an open one. The person stays who is signed in or has a task of that app, even when all
 * have ended; else it is one of whomever has one.
 */
function withFirstTask(form: ComposeForm, { people, tasks }: ComposeOptions, { person, me }: Wanted): ComposeForm {
  const offered = tasksOfApp(tasks, form.app)
  const stays = person !== undefined && (person === me || offered.some(({ owner }) => owner === person))
  const owners = stays ? [person] : references(people)
  const firstOf = (some: readonly ComposeTask[]) =>
    owners.flatMap((owner) => some.find((one) => one.owner === owner) ?? [])[0]
  const task = firstOf(offered.filter(({ ended }) => !ended)) ?? firstOf(offered) ?? (stays ? undefined : offered[0])
  const sub = stays ? person : (owners.find((owner) => owner === task?.owner) ?? form.sub)
  return task
    ? withTask({ ...form, sub }, task)
    : { ...form, sub, resource: '', patient: '', definition: '', intent: '' }
}

/** True when the person of the form has no task of its app that can be opened, and no such task was chosen for them. */
export function hasNoOpenTask({ app, sub, resource }: ComposeForm, { tasks }: ComposeOptions): boolean {
  const chosen = tasks.find(({ reference }) => reference === resource)
  const isOpen = resource !== '' && chosen?.ended !== true
  return !isOpen && !tasksOfApp(tasks, app).some(({ owner, ended }) => owner === sub && !ended)
}

/** The form with a task, and the values that follow from it. */
export const withTask = (
  form: ComposeForm,
  { reference, patient = '', definition = '', intent = '', device }: ComposeTask,
): ComposeForm => ({
  ...form,
  resource: reference,
  patient: patient === form.sub ? '' : patient,
  definition: device === `Device/${form.app}` ? definition : '',
  intent,
})

/**
 * The form after a change. A known task determines the values that depend on it; it is of the app, so that another app
 * brings a task of its own.
 */
export function withChange(
  form: ComposeForm,
  changes: Partial<ComposeForm>,
  options: ComposeOptions,
  me?: string,
): ComposeForm {
  const { tasks, apps } = options
  const next = { ...form, ...changes }
  const followed = () => {
    const task = tasks.find(({ reference }) => reference === next.resource)
    const isOfOther = 'app' in changes && !(task && tasksOfApp(tasks, next.app).includes(task))
    if (isOfOther && (task || next.resource === '')) return withFirstTask(next, options, { person: next.sub, me })
    return task && ('app' in changes || 'sub' in changes || 'resource' in changes) ? withTask(next, task) : next
  }
  const changed = followed()
  return makeable(apps.find(({ clientId }) => clientId === next.app)).includes(next.fail)
    ? changed
    : { ...changed, fail: '' }
}

/** The failures that can be made for an app here; '' is none. */
export const makeable = (app: ComposeApp | undefined): readonly (FailureName | '')[] => [
  '',
  ...(Object.keys(FAILURES) as FailureName[]).filter((name) => {
    const { madeBy } = FAILURES[name]
    return madeBy === 'token' || madeBy === 'delivery' || (madeBy === 'app' && app?.simulates === true)
  }),
]

/** The composition that is sent to be signed. */
export function compositionOf(form: ComposeForm): Composition {
  const given = FIELDS.flatMap((name) => (form[name].trim() === '' ? [] : [[name, form[name].trim()] as const]))
  const extra = form.extra.flatMap(({ name, value }) =>
    name.trim() === '' ? [] : [[name.trim(), parsed(value)] as const],
  )
  return {
    app: form.app,
    claims: Object.fromEntries([...given, ...extra]),
    ...(form.without.length > 0 ? { without: form.without } : {}),
    delivery: form.delivery,
    ...(form.fail ? { fail: form.fail } : {}),
  }
}

/** The parsed JSON, or the text itself when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The tokens that the portal will sign, at a time in epoch seconds: as checked, and as a failure breaks it. */
export function draftsOf(
  form: ComposeForm,
  { issuer, key, people }: ComposeOptions,
  now: number,
): { readonly good: LaunchDraft; readonly broken: LaunchDraft } {
  const { app, claims, without, fail } = compositionOf(form)
  const facts = { issuer, device: `Device/${app}`, key, jti: '…', now }
  const good = draftLaunch({ claims, without }, facts)
  return { good, broken: breakLaunch(good, fail, otherPerson(references(people), claims)) }
}

const references = (people: readonly ComposePerson[]) => people.map(({ reference }) => reference)

/** The form as the fragment of a link: the typed values, no token and no key. */
export const formToFragment = (form: ComposeForm): string => `form=${encodeURIComponent(JSON.stringify(form))}`

/** The form of a fragment, or the usual one with a failure for `#fail=expired`; undefined without one, null for one that cannot be read. */
export function formOfFragment(fragment: string, fallback: ComposeForm): ComposeForm | undefined | null {
  const fail = /^#?fail=([\w-]+)$/.exec(fragment)?.[1]
  if (isFailureName(fail)) return { ...fallback, fail }
  const found = /^#?form=(.+)$/.exec(fragment)?.[1]
  if (found === undefined) return undefined
  try {
    return formOf(JSON.parse(decodeURIComponent(found)), fallback)
  } catch {
    return null
  }
}

/** Accepts only members that the form knows, with the right types, because anybody can write such a link. */
function formOf(value: Claims, fallback: ComposeForm): ComposeForm {
  const text = (name: keyof ComposeForm, otherwise: string) =>
    typeof value[name] === 'string' ? (value[name] as string) : otherwise
  const { delivery, fail, extra, without } = value
  return {
    app: text('app', fallback.app),
    sub: text('sub', ''),
    resource: text('resource', ''),
    patient: text('patient', ''),
    definition: text('definition', ''),
    intent: text('intent', ''),
    delivery: delivery === 'get' || delivery === 'hti' ? delivery : 'shof',
    fail: isFailureName(fail) ? fail : '',
    extra: Array.isArray(extra) ? extra.map(claimOf) : [],
    without: Array.isArray(without) ? without.map(String) : [],
  }
}

const claimOf = (one: Claims | null): ExtraClaim => ({
  name: String(one?.['name'] ?? ''),
  value: String(one?.['value'] ?? ''),
  ...(one?.['usual'] === true ? { usual: true } : {}),
})

/** Milliseconds for which a composed launch counts as the latest one. */
const TOLD_FOR_MS = 60 * 60 * 1000

/** The page of the trace that a hand-over reported recently; undefined for anything else. */
export function toldTrace(told: string | null, now: number): string | undefined {
  const [, at, path] = /^(\d{1,15}) (\/traces[/?][\w.*%=+-]{1,400})$/.exec(told ?? '') ?? []
  return now - Number(at) < TOLD_FOR_MS ? path : undefined
}
