// Requests that are ready to be sent, for the demo's records: one of each kind, and those that are refused for people to see why.
import type { Asked } from './asked.ts'

export const READY = [
  'read',
  'search',
  'history',
  'create',
  'patch',
  'stale',
  'conditional',
  'transaction',
  'validate',
  'mistake',
  'forbidden',
] as const
export type ReadyName = (typeof READY)[number]

const APP = 'demo-app'
const PORTAL = 'demo-portal'
const FHIR_JSON = { 'content-type': 'application/fhir+json' }
const WEEK_1 = 'Task/sleep-diary-week-1'
const TRIED = 'https://slipway.example/tried'

const to = (reference: string) => ({ reference, type: reference.split('/')[0] })

/** A Task as the demo's portal gives it (profile KT2Task). */
const task = (owner: string) => ({
  resourceType: 'Task',
  meta: { profile: ['http://koppeltaal.nl/fhir/StructureDefinition/KT2Task'] },
  extension: [
    {
      url: 'http://vzvz.nl/fhir/StructureDefinition/instantiates',
      valueReference: to('ActivityDefinition/sleep-diary'),
    },
  ],
  identifier: [{ system: TRIED, value: 'my-first-task' }],
  status: 'ready',
  intent: 'order',
  description: 'Sleep diary: tried',
  for: to(owner),
  requester: to('Practitioner/daan-visser'),
  owner: to(owner),
})

const careTeam = {
  resourceType: 'CareTeam',
  identifier: [{ system: TRIED, value: 'team' }],
  status: 'proposed',
  name: 'Tried out',
  subject: to('Patient/marijke-jansen'),
}

const transaction = (...tasks: readonly object[]) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: tasks.map((resource) => ({
    resource,
    request: { method: 'POST', url: 'Task', ifNoneExist: `identifier=${TRIED}|my-first-task` },
  })),
})

const text = (body: unknown) => JSON.stringify(body, undefined, 2)

/**
 * The request of that name. `own` is a task that was created here before, as Type/id: it is changed in place of one that the demo needs,
 * with the version that it has by now.
 */
export function readyRequest(name: ReadyName, own: string | undefined, etag: string | undefined): Asked {
  const changed = own ?? 'Task/sleep-diary-week-2'
  const patch = (status: string, version: string): Asked => ({
    client: APP,
    method: 'PATCH',
    path: changed,
    headers: { 'content-type': 'application/json-patch+json', 'if-match': version },
    body: text([{ op: 'replace', path: '/status', value: status }]),
  })
  const get = (path: string): Asked => ({ client: APP, method: 'GET', path, headers: {}, body: '' })
  const post = (path: string, body: object, more: Asked['headers'] = {}): Asked => ({
    client: PORTAL,
    method: 'POST',
    path,
    headers: { ...FHIR_JSON, ...more },
    body: text(body),
  })
  const requests: Readonly<Record<ReadyName, () => Asked>> = {
    read: () => get(WEEK_1),
    search: () => get('Task?patient=Patient/marijke-jansen&status=ready,in-progress&_sort=-_lastUpdated&_count=2'),
    history: () => get(`${own ?? WEEK_1}/_history`),
    create: () =>
      post('Task', task('Patient/marijke-jansen'), { 'if-none-exist': `identifier=${TRIED}|my-first-task` }),
    patch: () => patch('in-progress', etag ?? 'W/"1"'),
    stale: () => patch('completed', 'W/"99"'),
    conditional: () => ({
      client: PORTAL,
      method: 'PUT',
      path: `CareTeam?identifier=${TRIED}|team`,
      headers: FHIR_JSON,
      body: text(careTeam),
    }),
    transaction: () => post('', transaction(task('Patient/marijke-jansen')), { prefer: 'return=representation' }),
    validate: () => post('Task/$validate', { ...task('Patient/marijke-jansen'), status: 'nearly done' }),
    mistake: () => {
      const { identifier: _none, ...other } = task('Patient/nobody')
      const bundle = transaction(task('Patient/marijke-jansen'))
      return post('', {
        ...bundle,
        entry: [...bundle.entry, { resource: other, request: { method: 'POST', url: 'Task' } }],
      })
    },
    forbidden: () => ({ client: APP, method: 'DELETE', path: 'Patient/marijke-jansen', headers: {}, body: '' }),
  }
  return requests[name]()
}
