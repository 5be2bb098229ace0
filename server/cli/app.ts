// `app add | list | enable | disable` and `role assign`: the client registry by command.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { appChange } from '#lib/audit/config-changes.ts'
import { problemText } from '#lib/i18n/problems.ts'
import type { ClientKind } from '#lib/oauth/client-kind.ts'
import { logoutOf } from '#lib/oauth/logout-registration.ts'
import { isLoopback } from '../config/config.ts'
import type { Domain } from '../domain/domain.ts'
import { deviceResource } from '../fhir/device-resource.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { registeredJwks, registrationProblems } from '../oauth/clients/registration.ts'
import type { Client } from '../oauth/store.ts'
import { RegistryError } from '../storage/registry.ts'
import type { Told } from './audited.ts'
import type { CommandContext } from './context.ts'
import { CommandFailed, CommandUsage, noApp, result, table } from './output.ts'

export interface AppOptions {
  readonly name: string
  readonly kind: ClientKind
  readonly clientId?: string
  readonly jwks?: string
  readonly jwksUrl?: string
  readonly pem?: string
  readonly redirectUri: readonly string[]
  readonly launchUrl?: string
  readonly role?: string
  readonly anyTask?: true
  readonly webhookOrigin?: readonly string[]
  readonly logoutUri?: string
  readonly logoutSessionRequired?: true
}

/** Registers an app as approved, with the Device that represents it. */
export async function addApp(
  { domain, json, calledFrom }: CommandContext,
  {
    name,
    kind,
    clientId = crypto.randomUUID(),
    jwksUrl,
    redirectUri,
    launchUrl,
    role,
    anyTask,
    webhookOrigin: webhookOrigins = [],
    logoutUri,
    logoutSessionRequired,
    ...keys
  }: AppOptions,
): Promise<Told> {
  const client: Client = {
    clientId,
    name,
    kind,
    status: 'approved',
    jwks: await readKeys(keys, calledFrom),
    jwksUrl,
    redirectUris: redirectUri,
    launchUrl,
    roleName: role,
    ...(anyTask ? { anyTask } : {}),
    ...(webhookOrigins.length > 0 ? { webhookOrigins } : {}),
    ...logoutOf({ logoutUri, logoutSessionRequired }),
  }
  const problems = registrationProblems(client, { loopbackAllowed: isLoopback(domain.config.publicUrl) })
  if (problems.length > 0) throw new CommandUsage(problems.map(withOption).join('\n'))
  await register(domain, client)
  printAdded(clientId, json)
  return { change: appChange(undefined, client) }
}

/** A problem of a registration, with the options that resolve it when its text does not name them. */
const withOption = (problem: Parameters<typeof problemText>[0]): string =>
  problem.name === 'keys_none' ? `${problemText(problem)} Give --jwks-url, --jwks or --pem.` : problemText(problem)

/** Prints the new app's identifiers. */
export function printAdded(clientId: string, json: boolean): void {
  const device = `Device/${clientId}`
  result(json, { client_id: clientId, device }, `client_id  ${clientId}\ndevice     ${device}`)
}

async function register({ registry, resources, clock }: Domain, client: Client): Promise<void> {
  if (!(await withKnownRole(registry.addClient(client))))
    throw new CommandFailed(`An app with client_id ${client.clientId} already exists.`)
  await resources.write([toWrite(deviceResource(client))], clock())
}

/** What the registry answers. Throws CommandFailed for a role that there is not. */
async function withKnownRole(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof RegistryError
      ? new CommandFailed(
          `${error.message} Create it with "slipway role add", or list the roles with "slipway role list".`,
        )
      : error
  }
}

async function readKeys({ jwks, pem }: Pick<AppOptions, 'jwks' | 'pem'>, calledFrom: string): Promise<Client['jwks']> {
  if (jwks === undefined && pem === undefined) return undefined
  const keys = await registeredJwks(keyTexts({ jwks, pem }, calledFrom))
  if (!keys) throw new CommandUsage(jwks ? `${jwks} is not a JWK Set. For a key in PEM use --pem.` : notPublic(pem))
  return keys
}

const notPublic = (pem: string | undefined): string =>
  `${pem} is not a public key in PEM. To extract it from a private key: openssl pkey -in ${pem} -pubout -out public.pem`

/** The keys of an app as they are in files. Throws CommandFailed. */
export function keyTexts(
  { jwks, pem }: { readonly jwks?: string | undefined; readonly pem?: string | undefined },
  calledFrom: string,
) {
  if (jwks !== undefined && pem !== undefined) throw new CommandUsage('Give --jwks or --pem, not both.')
  return { jwks: readText(jwks, calledFrom), pem: readText(pem, calledFrom) }
}

function readText(file: string | undefined, calledFrom: string): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(path.resolve(calledFrom, file), 'utf8')
  } catch (cause) {
    throw new CommandFailed(`${file} cannot be read.`, { cause })
  }
}

export async function listApps({ domain, json }: CommandContext): Promise<void> {
  printApps(await domain.registry.listClients(), json)
}

/** An app from the registry or the console. */
interface ListedApp {
  readonly clientId: string
  readonly name: string
  readonly kind: string
  readonly status: string
  readonly roleName?: string | undefined
  readonly anyTask?: boolean
  readonly webhookOrigins?: readonly string[]
  readonly logoutUri?: string | null | undefined
  readonly launchUrl: string | undefined
  readonly redirectUris: readonly string[]
  readonly jwksUrl: string | undefined
  readonly jwks: { readonly keys: readonly { readonly kid?: string }[] } | undefined
}

/** The kinds as the console names them. */
const KIND_NAMES: Readonly<Record<string, string>> = { module: 'app', platform: 'portal', both: 'app and portal' }

export function printApps(listed: readonly ListedApp[], json: boolean): void {
  const apps = listed.map(({ jwks, ...app }) => ({
    client_id: app.clientId,
    name: app.name,
    kind: app.kind,
    status: app.status,
    role: app.roleName ?? null,
    any_task: app.anyTask === true,
    webhook_origins: app.webhookOrigins ?? [],
    backchannel_logout_uri: app.logoutUri ?? null,
    launch_url: app.launchUrl ?? null,
    redirect_uris: app.redirectUris,
    jwks_url: app.jwksUrl ?? null,
    kids: jwks?.keys.map(({ kid }) => kid) ?? [],
  }))
  const rows = apps.map(({ client_id, name, kind, status, role, launch_url }) => [
    client_id,
    name,
    KIND_NAMES[kind] ?? kind,
    status,
    role ?? '-',
    launch_url ?? '-',
  ])
  result(json, apps, table([['client_id', 'name', 'kind', 'status', 'role', 'launch URL'], ...rows]))
}

/** Gives an app another role; holds for the next request of every process. */
export async function assignRole(
  { domain: { registry }, json }: CommandContext,
  _options: unknown,
  [role = '', clientId = '']: readonly string[],
): Promise<Told> {
  const app = await registry.find(clientId)
  if (!app || !(await withKnownRole(registry.editClient({ ...app, roleName: role })))) throw noApp(clientId)
  result(json, { client_id: clientId, role }, `${clientId} has the role ${role}.`)
  return { change: appChange(app, { ...app, roleName: role }) }
}

/** Approves or disables an app; holds for the next request of every process. */
export const setAppStatus =
  (status: 'approved' | 'disabled') =>
  async ({ domain, json }: CommandContext, _options: unknown, [clientId = '']: readonly string[]): Promise<Told> => {
    const app = await domain.registry.find(clientId)
    if (!app || !(await domain.registry.setClientStatus(clientId, status))) throw noApp(clientId)
    result(json, { client_id: clientId, status }, `${clientId} is ${status}.`)
    return { change: appChange(app, { ...app, status }) }
  }
