// The portal of a whole domain as its page uses it, for one demo person after the other, and an app that works on tasks.
import type { PortalTask, PortalTaskChoices, PortalTasks } from '#lib/api/portal.ts'
import { type EventReader, eventReader } from '#server/testing/event-stream.ts'
import { registerApp } from '../../testing/app.ts'
import { type TestDomain, testDomain } from '../../testing/domain.ts'
import { demoCookie } from '../../testing/portal-cookie.ts'

export const SITE = 'http://localhost:3000'
export const DAAN = 'Practitioner/daan-visser'
export const MARIJKE = 'Patient/marijke-jansen'
export const ELS = 'RelatedPerson/els-jansen'
/** A visitor who has not signed in. */
export const NOBODY = 'nobody'

export type Json = Readonly<Record<string, unknown>>

export interface Ward extends TestDomain {
  readonly get: (person: string, path: string, init?: RequestInit) => Promise<Response>
  /** Sends JSON as the portal's page does; `headers` in addition or in place of its own. */
  readonly post: (
    person: string,
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
  readonly tasks: (person: string) => Promise<readonly PortalTask[]>
  /** The form with which Daan gives Marijke a task of hers. */
  readonly giving: () => Promise<{ key: string; patient: string; owner: string; activity: string }>
  readonly stream: (person: string) => Promise<EventReader>
  /** A request of an app that may change the portal's tasks. */
  readonly app: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
}

export async function ward(overrides: Parameters<typeof testDomain>[1] = {}): Promise<Ward> {
  const test = await testDomain({}, overrides)
  const granted = { resourceType: 'Task', operations: 'cru', scope: 'granted', grantedBy: ['demo-portal'] } as const
  await test.domain.registry.saveRole('helper', [granted])
  const helper = await registerApp(test.domain, 'helper', 'helper')
  const cookies = new Map<string, string>()

  const cookieOf = async (person: string): Promise<string> => {
    const known = cookies.get(person)
    if (known) return known
    const cookie = person === NOBODY ? '' : await demoCookie(test.domain, person)
    cookies.set(person, cookie)
    return cookie
  }

  const get: Ward['get'] = async (person, path, init) =>
    test.fetch(`${SITE}${path}`, { ...init, headers: { cookie: await cookieOf(person) } })

  const queryFor = (person: string) => (person === DAAN ? '?patient=marijke-jansen' : '')

  return {
    ...test,
    get,
    post: async (person, path, body, headers = {}) =>
      test.fetch(`${SITE}${path}`, {
        method: 'POST',
        headers: { cookie: await cookieOf(person), origin: SITE, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    tasks: async (person) =>
      ((await (await get(person, `/portal/api/tasks${queryFor(person)}`)).json()) as PortalTasks).items,
    giving: async () => {
      const answer = await get(DAAN, '/portal/api/tasks/choices?patient=marijke-jansen')
      const { key } = (await answer.json()) as PortalTaskChoices
      return { key, patient: 'marijke-jansen', owner: MARIJKE, activity: 'ActivityDefinition/sleep-diary' }
    },
    stream: async (person) => eventReader(await get(person, `/portal/api/tasks/stream${queryFor(person)}`)),
    app: async (method, path, body, headers = {}) => {
      const authorization = `Bearer ${await test.bearer(helper, 'system/*.cruds')}`
      const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/fhir+json'
      return test.fetch(`${SITE}/fhir/DEFAULT/${path}`, {
        method,
        headers: { authorization, ...(body ? { 'content-type': type } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    },
  }
}
