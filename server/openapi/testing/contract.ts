// The operations of the description asked over a socket, by callers of every role, and their answers compared with it.
import { onTestFinished } from 'vitest'
import { registerApp } from '../../testing/app.ts'
import { type WireAnswer, type WireRequest, wireTo } from '../../testing/fuzz/wire.ts'
import { type RunningDomain, runningDomain } from '../../testing/running.ts'
import { type DescribedOperation, operationsOf, schemasOf, undescribed } from './described.ts'

/** What a request has in place of the examples of the description. */
export interface Asked {
  readonly method?: string
  readonly query?: string
  readonly headers?: WireRequest['headers']
  readonly body?: string
  /** In place of each part of the path. */
  readonly fill?: string
}

const PEOPLE = { patient: 'marijke@demo.test', practitioner: 'daan@demo.test', administrator: 'beheer@demo.test' }
const AUDITOR = 'lot@demo.test'
const APPS = { 'reading-app': 'reader', 'writing-app': 'writer' }

export type Caller = 'nobody' | 'auditor' | keyof typeof PEOPLE | keyof typeof APPS

/** A running domain whose operations are asked; `found` is what came that the description does not have. */
export async function contract(env: Readonly<Record<string, string>> = {}) {
  const viewer = async ({ headers }: Pick<Request, 'headers'>) => {
    const username = headers.get('x-person')
    return username === null ? undefined : { username, name: undefined }
  }
  const running = await runningDomain(env, undefined, { viewer })
  const callers = await headersOf(running)
  const document = await running.domain.peers.openapi.describe()
  const wire = wireTo(running.url)
  onTestFinished(wire.close)
  const ajv = schemasOf(document)
  const found: string[] = []
  const { host, origin } = new URL(running.url)
  /** Asks an operation, notes what is not described, and gives the answer. */
  const ask = async (who: Caller, described: DescribedOperation, asked: Asked = {}): Promise<Response> => {
    const request = requestOf(described, asked)
    const headers = { host, origin, ...callers[who], ...request.headers }
    const response = responseOf(await wire.send({ ...request, headers }))
    const what = `${who}: ${request.method} ${request.target.slice(0, 200)} ${JSON.stringify(asked).slice(0, 100)}`
    for (const fault of await undescribed(ajv, described, response.clone())) found.push(`${what}: ${fault}`)
    return response
  }
  // Without a launch, these addresses are pages of Next's.
  const operations = operationsOf(document).filter(
    ({ operation: { operationId } }) => !['launchByGet', 'energyByGet'].includes(operationId),
  )
  return { ...running, document, ajv, operations, ask, found }
}

/** How each caller authenticates. */
async function headersOf({ domain, bearer }: RunningDomain): Promise<Readonly<Record<Caller, WireRequest['headers']>>> {
  const all = (resourceType: string) => ({ resourceType, operations: 'crusd', scope: 'all', grantedBy: [] }) as const
  await domain.registry.saveRole('writer', domain.config.resourceTypes.map(all))
  await domain.storage.idp.accounts.create({
    ...{ id: crypto.randomUUID(), username: AUDITOR, name: 'Lot', role: 'auditor' },
    ...{ passwordHash: '', createdAt: domain.clock() },
  })
  const person = (username: string) => ({ 'x-person': username })
  const app = async (clientId: keyof typeof APPS) => {
    const registered = await registerApp(domain, clientId, APPS[clientId])
    return { authorization: `Bearer ${await bearer(registered, '')}` }
  }
  return {
    nobody: {},
    auditor: person(AUDITOR),
    patient: person(PEOPLE.patient),
    practitioner: person(PEOPLE.practitioner),
    administrator: person(PEOPLE.administrator),
    'reading-app': await app('reading-app'),
    'writing-app': await app('writing-app'),
  }
}

/** The request that the examples of an operation make. */
function requestOf({ path, method, operation }: DescribedOperation, asked: Asked): WireRequest {
  const { parameters = [], requestBody } = operation
  const examples = (place: string) =>
    parameters.flatMap(({ in: where, name, example }) => (where === place && example ? [[name, example] as const] : []))
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const target = examples('path').reduce((at, [name, value]) => at.replace(`{${name}}`, asked.fill ?? value), path)
  const query = new URLSearchParams(examples('query').map((pair) => [...pair])).toString()
  const body = asked.body ?? (media && bodyOf(type, media.example))
  return {
    method: asked.method ?? method.toUpperCase(),
    target: target + (asked.query ?? (query && `?${query}`)),
    headers: { ...Object.fromEntries(examples('header')), ...(type ? { 'content-type': type } : {}), ...asked.headers },
    ...(body === undefined ? {} : { body }),
  }
}

/** An example as it is sent. */
export const bodyOf = (type: string | undefined, example: unknown): string =>
  /[/+]json$/.test(type ?? '')
    ? JSON.stringify(example)
    : new URLSearchParams(example as Record<string, string>).toString()

/** Of the connection, not of the answer. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding']

function responseOf({ status, headers, text }: WireAnswer): Response {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name))
  return new Response(text === '' ? null : text, {
    status,
    headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
  })
}
