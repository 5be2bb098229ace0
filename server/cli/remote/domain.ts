// A domain elsewhere, as commands use it: its status, apps, launches and traces by its JSON interfaces.
import type { AdminApp, AdminApps, AdminRoles, AdminStatus } from '#lib/api/admin.ts'
import type { TraceDetail, TraceList } from '#lib/api/traces.ts'
import { systemClock } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { FAILURES } from '#lib/launch/failures.ts'
import { permissionScopes } from '#lib/oauth/permission-scope.ts'
import type { Addresses, LaunchedApp, LaunchedDomain, LaunchToken, Wanted } from '../launch/launched-domain.ts'
import { nobodyElse, ownPlatform, type PlatformOptions, signAs } from '../launch/own-platform.ts'
import type { KeyOwner } from '../launch/private-key.ts'
import { CommandFailed, noApp } from '../output.ts'
import type { TraceSource } from '../trace.ts'
import { type RemoteClient, remoteClient } from './client.ts'
import { APP, APPS, ROLES, SIGNED, STATUS, TRACE, TRACES } from './shapes.ts'

export interface RemoteDomain {
  readonly client: RemoteClient
  readonly addresses: Addresses
  readonly fetch: Fetch
  readonly status: () => Promise<AdminStatus>
  readonly traces: TraceSource
  /** The domain as a launch uses it, which its portal signs or, with a key from a file, a platform. */
  readonly launched: (options: PlatformOptions, calledFrom: string) => LaunchedDomain
}

/** A trace is looked for seldom: each look is in the audit log there. */
const LOOK_EVERY_MS = 500

/** The domain at an address. Throws CommandFailed when it does not answer, or refuses this token. */
export async function remoteDomain(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RemoteDomain> {
  const client = remoteClient(url, env['SLIPWAY_TOKEN'], fetch)
  const status = () => client.get<AdminStatus>('/admin/api/status', STATUS)
  const addresses = addressesOf(await status())
  if (new URL(addresses.publicUrl).origin !== client.origin)
    throw new CommandFailed(`${client.origin} is the domain ${addresses.publicUrl}: give --url ${addresses.publicUrl}.`)
  const traces = remoteTraces(client)
  return {
    client,
    addresses,
    fetch,
    status,
    traces,
    launched: (options, calledFrom) => launchedThere({ client, addresses, traces }, options, calledFrom),
  }
}

const addressesOf = (status: AdminStatus): Addresses => ({
  publicUrl: status.publicUrl,
  authUrl: status.issuer,
  baseUrl: status.baseUrl,
  idpIssuer: status.identityProvider,
  hasExternalIdp: !status.embeddedIdentityProvider,
  demo: status.demo,
  startedBy: `where ${status.publicUrl} runs`,
})

const remoteTraces = (client: RemoteClient): TraceSource => ({
  list: async (query) => {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const { items, change } = await client.get<TraceList>(`/traces/api?${new URLSearchParams(given)}`, TRACES)
    return { items, change }
  },
  find: (id) => client.find<TraceDetail>(`/traces/api/${encodeURIComponent(id)}`, TRACE),
})

function launchedThere(
  { client, addresses, traces }: Pick<RemoteDomain, 'client' | 'addresses' | 'traces'>,
  options: PlatformOptions,
  calledFrom: string,
): LaunchedDomain {
  return {
    addresses,
    clock: systemClock,
    app: (clientId) => appThere(client, clientId),
    permissions: async (clientId) => {
      const app = (await client.get<AdminApps>('/admin/api/apps', APPS)).items.find((one) => one.clientId === clientId)
      const { items } = await client.get<AdminRoles>('/admin/api/roles', ROLES)
      return permissionScopes(clientId, items.find(({ name }) => name === app?.role)?.permissions ?? [])
    },
    sign: (wanted) => signFor({ client, addresses }, options, calledFrom, wanted),
    trace: traces.find,
    lookEveryMs: LOOK_EVERY_MS,
    knowsOthers: addresses.demo && options.platform === undefined,
    withoutIdp: undefined,
  }
}

async function appThere(client: RemoteClient, clientId: string): Promise<LaunchedApp> {
  const app = await findThere(client, clientId)
  if (!app) throw noApp(clientId, ` at ${client.origin}`)
  const { launchUrl, name, redirectUris } = app
  if (!launchUrl) throw new CommandFailed(`${clientId} has no launch URL: it cannot be launched.`)
  return { name, redirectUris, launchUrl, ...keyOwner(app) }
}

const findThere = (client: RemoteClient, clientId: string) =>
  client.find<AdminApp>(`/admin/api/apps/${encodeURIComponent(clientId)}`, APP)

const keyOwner = ({ clientId, jwks, jwksUrl }: AdminApp): KeyOwner => ({
  clientId,
  ...(jwks ? { jwks: { keys: [...jwks.keys] } } : {}),
  ...(jwksUrl === null ? {} : { jwksUrl }),
})

/**
 * Signs as the platform of the options, or has the remote portal sign. A token may not read records, so only the portal
 * knows what follows from the task.
 */
async function signFor(
  { client, addresses }: Pick<RemoteDomain, 'client' | 'addresses'>,
  options: PlatformOptions,
  calledFrom: string,
  wanted: Wanted,
): Promise<LaunchToken> {
  const find = async (clientId: string) => {
    const found = await findThere(client, clientId)
    return found && keyOwner(found)
  }
  const platform = await ownPlatform(options, find, calledFrom)
  if (!platform && !addresses.demo)
    throw new CommandFailed(
      `Outside the demo, no portal at ${client.origin} can launch. Sign as your own portal: --platform CLIENT_ID --platform-key FILE (docs/how-to/connect-your-portal.md).`,
    )
  if (!platform) return signThere(client, wanted)
  if (wanted.fail === 'wrong-user') throw nobodyElse()
  const { patient } = options
  const claims = { sub: wanted.as, resource: wanted.task ?? FIRST_TASK, ...(patient ? { patient } : {}) }
  return signAs(platform, claims, wanted, systemClock)
}

/** Of the demo's first patient; tasks there cannot be read. */
const FIRST_TASK = 'Task/sleep-diary-week-1'

interface Signed {
  readonly trace_id: string
  readonly platform: string
  readonly launch_token: string
  readonly task: string
}

/** The remote portal signs. This command itself causes failures of the app, the delivery or the login. */
async function signThere(client: RemoteClient, { app, as, task, fail }: Wanted): Promise<LaunchToken> {
  const composition = { app: app.clientId, as, task, ...(fail && FAILURES[fail].madeBy === 'token' ? { fail } : {}) }
  const {
    trace_id: jti,
    platform,
    launch_token: token,
    task: opened,
  } = await client.post<Signed>('/api/launches', composition, SIGNED)
  return { token, jti, platform, task: opened }
}
