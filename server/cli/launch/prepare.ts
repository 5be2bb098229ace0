// The input of a launch: the app, the person who logs in, and the signed launch token.
import { numericDate } from '#lib/clock.ts'
import type { SigningKey } from '#lib/crypto/key-ring.ts'
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { breakLaunch, type Claims, draftLaunch, otherPerson } from '#lib/launch/draft.ts'
import type { FailureName } from '#lib/launch/failures.ts'
import { signDraft } from '#lib/launch/sign.ts'
import { DEMO_PEOPLE } from '#server/demo/people.ts'
import { DEMO_PORTAL } from '#server/demo/resources.ts'
import type { Domain } from '#server/domain/domain.ts'
import { CommandFailed, CommandUsage } from '../output.ts'
import { readPrivateKey } from './private-key.ts'
import type { LaunchedApp } from './steps.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface Launcher {
  readonly as: string
  readonly task: string
  readonly user?: string
  readonly password?: string
  readonly fail?: FailureName
  /** client_id of the launching platform, and the file with its private key; the portal of the demo by default. */
  readonly platform?: string
  readonly platformKey?: string
}

/** The signer of the launch token. */
export interface Platform {
  readonly clientId: string
  readonly key: SigningKey
}

/** A signed launch token and its jti: the trace id of all that follows. */
export interface LaunchToken {
  readonly token: string
  readonly jti: string
}

export async function readApp(domain: Domain, clientId: string): Promise<LaunchedApp> {
  const app = await domain.registry.find(clientId)
  if (!app) throw new CommandFailed(`There is no app with client_id ${clientId}.`)
  if (!app.launchUrl) throw new CommandFailed(`${clientId} has no launch URL: it cannot be launched.`)
  return { ...app, launchUrl: app.launchUrl }
}

/** User name and password of the log-in. */
export function credentials({ config }: Domain, { user, password, as }: Launcher): Credentials {
  if (user && password) return { username: user, password }
  const person = DEMO_PEOPLE.find(({ reference, username }) => (user ? username === user : reference === as))
  if (!config.demo || !person) throw new CommandFailed('Say who logs in: --user EMAIL --password PASSWORD.')
  return person
}

/** Throws CommandFailed when the user of the launch does not exist in this domain. */
export const assertPerson = (domain: Domain, reference: string): void =>
  void readResource(domain, parseReference(reference)?.type ?? '', reference)

/** The platform that launches: one whose key was given, or the portal of the demo. */
export async function readPlatform(
  domain: Domain,
  { platform, platformKey }: Launcher,
  calledFrom: string,
): Promise<Platform> {
  if ((platform === undefined) !== (platformKey === undefined))
    throw new CommandUsage(
      'Give --platform and --platform-key together: who signs the launch, and with which private key.',
    )
  const found = await domain.registry.find(platform ?? DEMO_PORTAL.clientId)
  if (platform !== undefined && platformKey !== undefined) {
    if (!found) throw new CommandFailed(`There is no platform with client_id ${platform}.`)
    return { clientId: platform, key: await readPrivateKey(platformKey, calledFrom, found) }
  }
  if (!found)
    throw new CommandFailed(
      'Outside of the demo there is no portal here that launches. Sign as a platform of yours: --platform CLIENT_ID --platform-key FILE (docs/how-to/connect-your-portal.md).',
    )
  return { clientId: found.clientId, key: await domain.keys.ring('portal').active() }
}

/** The token that the platform would sign for this task, broken where that is asked for. */
export async function signLaunchToken(
  domain: Domain,
  app: LaunchedApp,
  { clientId: issuer, key }: Platform,
  launcher: Launcher,
): Promise<LaunchToken> {
  const { as, task: reference, fail } = launcher
  const task = readResource(domain, 'Task', reference)
  const patient = (task['for'] as { readonly reference?: string } | undefined)?.reference
  const definition = ownActivity(domain, app, extensionReference(task, INSTANTIATES))
  const claims = {
    sub: as,
    resource: reference,
    ...(definition ? { definition } : {}),
    ...(typeof task['intent'] === 'string' ? { intent: task['intent'] } : {}),
    ...(patient && patient !== as ? { patient } : {}),
  }
  const jti = crypto.randomUUID()
  const facts = {
    issuer,
    device: `Device/${app.clientId}`,
    key,
    jti,
    now: numericDate(domain.clock()),
  }
  const draft = breakLaunch(
    draftLaunch({ claims }, facts),
    fail,
    fail === 'wrong-user' ? somebodyElse(domain, claims) : undefined,
  )
  return { token: await signDraft(draft, key), jti }
}

/** The activity of the task, when it is one of this app: a launch names no other (definition is optional, HTI 2.0). */
function ownActivity(domain: Domain, { clientId }: LaunchedApp, definition: string | undefined): string | undefined {
  if (!definition) return undefined
  const activity = readResource(domain, 'ActivityDefinition', definition)
  return extensionReference(activity, RESOURCE_ORIGIN) === `Device/${clientId}` ? definition : undefined
}

function readResource(domain: Domain, type: string, reference: string): Readonly<Record<string, unknown>> {
  const found = parseReference(reference)
  const body = found?.type === type ? domain.resources.readCurrent(type, found.id)?.body : undefined
  if (body === undefined) throw new CommandFailed(`There is no ${reference}.`)
  return JSON.parse(body) as Readonly<Record<string, unknown>>
}

function somebodyElse({ config }: Domain, claims: Claims): string {
  const other = config.demo
    ? otherPerson(
        DEMO_PEOPLE.map(({ reference }) => reference),
        claims,
      )
    : undefined
  if (!other) throw new CommandFailed('Leave --fail out and log in as somebody else: --user EMAIL --password PASSWORD.')
  return other
}
