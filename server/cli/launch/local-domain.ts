// A domain in a data folder, for a launch: reads the registry and the records, and signs as a platform whose key is
// available.
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { withoutQuery } from '#lib/http/user-agent.ts'
import { type Claims, otherPerson } from '#lib/launch/launch-token.ts'
import { deviceOfTask, taskToOpen } from '#lib/launch/tasks-of-app.ts'
import { DEMO_PEOPLE } from '#server/demo/people.ts'
import { DEMO_PORTAL } from '#server/demo/resources.ts'
import type { Domain } from '#server/domain/domain.ts'
import { createLog } from '#server/log/log.ts'
import type { TraceScope } from '#server/traces/store.ts'
import { detailOf } from '#server/traces/view.ts'
import { CommandFailed, noApp } from '../output.ts'
import type { LaunchedApp, LaunchedDomain, Wanted } from './launched-domain.ts'
import { nobodyElse, ownPlatform, type Platform, type PlatformOptions, signAs } from './own-platform.ts'

const LOOK_EVERY_MS = 50

/** The domain that a command has open. */
export function localDomain(domain: Domain, platform: PlatformOptions, calledFrom: string): LaunchedDomain {
  const { config } = domain
  const { publicUrl, authUrl, baseUrl, idpIssuer, externalIdp, demo, dataDir } = config
  return {
    addresses: {
      ...{ publicUrl, authUrl, baseUrl, idpIssuer, demo },
      hasExternalIdp: externalIdp !== undefined,
      startedBy: `slipway start, with DATA_DIR=${dataDir}`,
    },
    clock: domain.clock,
    app: (clientId) => readApp(domain, clientId),
    openTask: (owner, clientId) => openTask(domain, owner, clientId),
    permissions: domain.registry.permissions,
    sign: async (wanted) =>
      signLaunch(domain, await readPlatform(domain, platform, calledFrom), platform.patient, wanted),
    trace: (id) => findTrace(domain, id),
    lookEveryMs: LOOK_EVERY_MS,
    knowsOthers: domain.config.demo,
    withoutIdp: (fetch) => withoutIdp(domain, fetch),
  }
}

/** All traces: a user who may open the database may read everything in it. */
export const ALL_TRACES: TraceScope = { all: true, clients: [], subjects: [], ids: [] }

/** A trace by its id, or by the jti of its launch token. */
export async function findTrace({ traces }: Pick<Domain, 'traces'>, id: string) {
  const row = await traces.find(ALL_TRACES, id)
  return row && detailOf(row, await traces.steps(row.id), 'en', () => true)
}

/** Tasks of a person that are looked at. */
const MOST_TASKS = 100

/** More activities than a domain has. */
const MOST_ACTIVITIES = 1000

/** The newest task of a person in the app that has not ended, or the newest. */
async function openTask(domain: Domain, owner: string, clientId: string): Promise<string> {
  const conditions = [{ param: 'owner', alternatives: [{ system: '', value: owner }] }]
  const search = { type: 'Task', conditions, visibility: 'all', sort: '-_lastUpdated' } as const
  const { matches } = await domain.resources.search({ search, limit: MOST_TASKS, mostCounted: 0 })
  const tasks = await Promise.all(
    matches.map(async ({ id, body }) => {
      const task = JSON.parse(body ?? '{}') as Readonly<Record<string, unknown>>
      return { id, ended: isEnded(task), device: await deviceOfTask(findIn(domain), task) }
    }),
  )
  const activities = { ...search, type: 'ActivityDefinition', conditions: [] }
  const known = await domain.resources.search({ search: activities, limit: MOST_ACTIVITIES, mostCounted: 0 })
  const devices = known.matches
    .map(({ body }) => JSON.parse(body ?? '{}') as Readonly<Record<string, unknown>>)
    .flatMap((one) => (one['status'] === 'active' ? [extensionReference(one, RESOURCE_ORIGIN)] : []))
  const task = taskToOpen(tasks, clientId, devices)
  if (task) return `Task/${task.id}`
  const [type = '', id = ''] = owner.split('/')
  const person = await domain.resources.readCurrent(type, id)
  if (!person || person.deleted) throw new CommandFailed(`There is no ${owner}.`)
  throw new CommandFailed(`${owner} has no task of its own in ${clientId}: give one, --task Task/ID.`)
}

async function readApp({ registry }: Domain, clientId: string): Promise<LaunchedApp> {
  const app = await registry.find(clientId)
  if (!app) throw noApp(clientId)
  if (!app.launchUrl) throw new CommandFailed(`${clientId} has no launch URL: it cannot be launched.`)
  return { ...app, launchUrl: app.launchUrl }
}

/** The launching platform: the one whose key was given, or the demo's portal. */
async function readPlatform(
  { registry, keys }: Domain,
  options: PlatformOptions,
  calledFrom: string,
): Promise<Platform> {
  const own = await ownPlatform(options, registry.find, calledFrom)
  if (own) return own
  if (!(await registry.find(DEMO_PORTAL.clientId)))
    throw new CommandFailed(
      'Outside the demo, no portal here can launch. Sign as your own portal: --platform CLIENT_ID --platform-key FILE (docs/how-to/connect-your-portal.md).',
    )
  return { clientId: DEMO_PORTAL.clientId, key: await keys.ring('portal').active() }
}

/** The token that the platform would sign for this task, broken if requested. */
async function signLaunch(domain: Domain, platform: Platform, given: string | undefined, wanted: Wanted) {
  const { app, as, task = '', fail } = wanted
  await readResource(domain, parseReference(as)?.type ?? '', as) // The user exists.
  const opened = await readResource(domain, 'Task', task)
  const patient = given ?? (opened['for'] as { readonly reference?: string } | undefined)?.reference
  // A launch names no activity of another app (definition is optional, HTI 2.0).
  const isOfApp = (await deviceOfTask(findIn(domain), opened)) === `Device/${app.clientId}`
  const definition = isOfApp ? extensionReference(opened, INSTANTIATES) : undefined
  const claims = {
    sub: as,
    resource: task,
    ...(definition ? { definition } : {}),
    ...(typeof opened['intent'] === 'string' ? { intent: opened['intent'] } : {}),
    ...(patient && patient !== as ? { patient } : {}),
  }
  return signAs(
    platform,
    claims,
    wanted,
    domain.clock,
    fail === 'wrong-user' ? somebodyElse(domain, claims) : undefined,
  )
}

/** Finds a resource of the given type by its reference. */
const findIn =
  ({ resources }: Domain) =>
  async (type: string, reference: string | undefined): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const found = parseReference(reference)
    const body = found?.type === type ? (await resources.readCurrent(type, found.id))?.body : undefined
    return body === undefined ? undefined : JSON.parse(body)
  }

async function readResource(domain: Domain, type: string, reference: string) {
  const resource = await findIn(domain)(type, reference)
  if (!resource) throw new CommandFailed(`There is no ${reference}.`)
  return resource
}

function somebodyElse({ config }: Domain, claims: Claims): string {
  const people = DEMO_PEOPLE.map(({ reference }) => reference)
  const other = config.demo ? otherPerson(people, claims) : undefined
  if (!other) throw nobodyElse()
  return other
}

/** The port of the discard service, on which nothing listens. */
const NOBODY = 'http://127.0.0.1:9'

/**
 * Answers the browser's authorize request in this process, over the same data, with an unavailable provider. No running
 * server has a switch for that.
 */
async function withoutIdp({ config }: Domain, fetch: Fetch) {
  const log = createLog({ ...config, logLevel: 'silent' })
  const externalIdp = { issuer: NOBODY, clientId: 'slipway', clientSecret: undefined }
  const { openExistingDomain } = await import('#server/domain/domain.ts')
  const cutOff = await openExistingDomain({ ...config, externalIdp }, { readOnly: false, log })
  const fetchBy: Fetch = async (input, init) => {
    const request = new Request(input, init)
    return withoutQuery(request.url) === `${config.authUrl}/oauth2/authorize`
      ? cutOff.peers.oauth.authorize(request)
      : fetch(input, init)
  }
  return { fetch: fetchBy, close: () => cutOff.close() }
}
