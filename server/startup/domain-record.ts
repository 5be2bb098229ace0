// Compares the settings that a domain recorded with those of a start or a command. A
// command takes its addresses from the domain, never the other way round; only a start of the server moves a domain to another
// address.
import { OperatorError } from '#lib/operator-error.ts'
import { type Config, parseConfig, readConfig } from '../config/config.ts'
import type { Before } from '../demo/demo.ts'
import { DEMO_CONSOLE } from '../demo/resources.ts'
import { inspected } from '../storage/inspect.ts'
import type { DomainSettings } from '../storage/inspection.ts'
import type { DatabasePlace } from '../storage/open.ts'
import { assertThere } from '../storage/sqlite/file/opening-errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings that the rows of a domain were made from: another value means another domain. */
const IDENTITY = ['PUBLIC_URL', 'AUTH_URL', 'BASE_URL', 'SHARED_IDP_ISSUER', 'SHARED_IDP_IDENTIFIER_SYSTEM'] as const
type Identity = (typeof IDENTITY)[number]

/** The recorded part of the settings. An empty value means "not set". */
export const settingsOf = (config: Config): DomainSettings => ({
  PUBLIC_URL: config.publicUrl,
  AUTH_URL: config.authUrl,
  BASE_URL: config.baseUrl,
  HOST: config.host,
  PORT: String(config.port),
  SLIPWAY_ENV: config.production ? 'production' : 'development',
  DEMO: String(config.demo),
  DEMO_AUDITOR: String(config.demo), // Not a setting: the demo was seeded with an auditor.
  SHARED_IDP_ISSUER: config.externalIdp?.issuer ?? '',
  SHARED_IDP_CLIENT_ID: config.externalIdp?.clientId ?? '',
  SHARED_IDP_CLAIM: config.idpClaim,
  SHARED_IDP_IDENTIFIER_SYSTEM: config.idpIdentifierSystem,
  IDP_SIGNUP: String(config.idpSignup),
  RESOURCE_TYPES: config.resourceTypes.join(','),
  TRUST_PROXY: String(config.trustProxy),
})

/**
 * What a start finds: the recorded settings, and of the rows that it would make those that are there. With all of them there, it asks
 * Prisma for nothing, which takes time to load.
 */
export interface StoredBefore extends Before {
  /** Undefined when there is no database. Of an older version, only its address is known. */
  readonly settings: DomainSettings | undefined
}

/** Looks at a database, without opening it. */
export async function storedBefore(place: DatabasePlace): Promise<StoredBefore> {
  const before = await inspected(place, async (database) => {
    const jwksUrls = await database.jwksUrls()
    return { settings: (await database.settings()) ?? addressOf(jwksUrls), roles: await database.roles(), jwksUrls }
  })
  return before ?? { settings: undefined, roles: [], jwksUrls: [] }
}

/** The recorded settings of a database; undefined when there is none. For an older version, only its address is known. */
export const recordedSettings = async (place: DatabasePlace): Promise<DomainSettings | undefined> =>
  (await storedBefore(place)).settings

const CONSOLE_KEYS = '/browse/jwks'

/** The console's keys are at the domain's own address. */
function addressOf(apps: readonly { readonly clientId: string; readonly jwksUrl: string }[]) {
  const url = apps.find(({ clientId }) => clientId === DEMO_CONSOLE.clientId)?.jwksUrl
  return url?.endsWith(CONSOLE_KEYS) ? { PUBLIC_URL: url.slice(0, -CONSOLE_KEYS.length) } : undefined
}

/**
 * The settings of a command: the recorded ones, plus the given ones. Throws ConfigError; OperatorError when there is no
 * domain, and when given settings contradict it.
 */
export async function commandConfig(env: Environment = process.env): Promise<Config> {
  const given = readConfig(env)
  if (given.postgresUrl === undefined) assertThere(given.databaseFile)
  const record = (await recordedSettings(given)) ?? {}
  if (given.postgresUrl !== undefined && record['PUBLIC_URL'] === undefined)
    throw new OperatorError(
      'There is no domain in the database that DATABASE_URL names: set it to that of one, or make it with "slipway start" or "slipway init".',
    )
  const contradictions = contradictionsOf(record, env)
  if (contradictions.length > 0)
    throw new OperatorError(
      [
        `These settings differ from the domain at ${given.dataDir}:`,
        ...contradictions.map((one) => `  - ${one}`),
        'Leave them out: a command takes them from the domain. Or set DATA_DIR to the folder of another domain.',
      ].join('\n'),
    )
  return readConfig(withRecord(record, env))
}

/** The given settings, completed with those that the domain recorded. */
export const withRecord = (record: DomainSettings, env: Environment): Environment => ({
  ...record,
  ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)),
})

/** The given settings that contradict the recorded ones, one sentence each. */
export function contradictionsOf(record: DomainSettings, env: Environment): readonly string[] {
  const settings = settingsOf(parseConfig(withRecord(record, env)))
  const other = IDENTITY.filter((name) => env[name] && record[name] !== undefined && settings[name] !== record[name])
  const sentences = other.map(
    (name) => `${name}: the domain has ${record[name] || 'none'}, and ${settings[name]} is given`,
  )
  return [...sentences, ...portContradiction(record, env)]
}

/** PORT alone also sets PUBLIC_URL. */
function portContradiction({ PUBLIC_URL, PORT }: DomainSettings, env: Environment): readonly string[] {
  if (!env['PORT'] || env['PUBLIC_URL'] || env['PORT'] === PORT || PUBLIC_URL === undefined) return []
  const { publicUrl } = parseConfig(env)
  return publicUrl === PUBLIC_URL
    ? []
    : [`PORT: the domain is ${PUBLIC_URL}${PORT ? `, at port ${PORT}` : ''}, and PORT=${env['PORT']} is given`]
}

/** A domain to be served at other addresses than those it was created for. */
export interface Move {
  /** Its PUBLIC_URL up to now. */
  readonly from: string
  readonly changes: readonly string[]
  /** True when an address of the domain itself changes, and not only the identity provider's. */
  readonly isElsewhere: boolean
}

/** The change that a start with these settings makes to the record; undefined when nothing changes that others rely on. */
export function moveOf(record: DomainSettings | undefined, config: Config): Move | undefined {
  if (!record?.['PUBLIC_URL']) return undefined
  const settings = settingsOf(config)
  const other = IDENTITY.filter((name) => record[name] !== undefined && record[name] !== settings[name])
  if (other.length === 0) return undefined
  const changes = other.map((name) =>
    CHANGES[name](record[name] || 'the embedded one', settings[name] || 'the embedded one'),
  )
  const isElsewhere = other.some((name) => name.endsWith('_URL'))
  return {
    from: record['PUBLIC_URL'],
    isElsewhere,
    changes: isElsewhere && config.demo ? [...changes, DEMO_CHANGE] : changes,
  }
}

const CHANGES: Readonly<Record<Identity, (from: string, to: string) => string>> = {
  PUBLIC_URL: (from, to) =>
    `PUBLIC_URL was ${from} and is ${to}: links lead there, sessions are over, and the keys of portal, console and demo app are published there.`,
  AUTH_URL: (from, to) =>
    `The issuer was ${from} and is ${to}: tokens of the old one are refused, and every app has to be told the new one.`,
  BASE_URL: (from, to) =>
    `The FHIR base was ${from}/fhir/DEFAULT and is ${to}/fhir/DEFAULT: every app and platform has to be told the new one.`,
  SHARED_IDP_ISSUER: (from, to) => `The identity provider was ${from} and is ${to}: everybody signs in there.`,
  SHARED_IDP_IDENTIFIER_SYSTEM: (from, to) =>
    `identifier.system of user names was ${from} and is ${to}: who is known under the old one is not found (SHARED_IDP_IDENTIFIER_SYSTEM=${from} keeps it).`,
}

const DEMO_CHANGE =
  'The redirect URI and launch URL of the demo app, and the identifiers of the demo people, are written anew for this address.'

/**
 * Refuses to move a production domain without MOVED_FROM, which names the old address. Throws OperatorError with everything that
 * would change; writes nothing.
 */
export function assertMayMove(config: Config, { settings }: StoredBefore): void {
  const move = moveOf(settings, config)
  if (!config.production || !move?.isElsewhere || config.movedFrom === move.from) return
  throw new OperatorError(
    [
      `The domain at ${config.dataDir} is ${move.from}. With these settings it would move:`,
      ...move.changes.map((change) => `  - ${change}`),
      `If that is meant, say MOVED_FROM=${move.from} for this start; if not, set the addresses as they were.`,
    ].join('\n'),
  )
}
