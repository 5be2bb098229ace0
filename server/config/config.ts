// The settings of a Slipway domain: the only reader of the environment. Fails at start with a readable list.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { PROFILE_VALIDATIONS } from '#lib/fhir/validation/koppeltaal.ts'
import { CLAIMS_FROM } from '#lib/oauth/claims-from.ts'

const DEFAULT_RESOURCE_TYPES =
  'ActivityDefinition,AuditEvent,CareTeam,Device,Endpoint,Organization,Patient,Practitioner,RelatedPerson,Subscription,Task'

const onOff = (fallback: 'on' | 'off') => z.enum(['on', 'off']).default(fallback)
/** A whole number from `least` to `most`. */
function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`
  const error = `must be a whole number ${range}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
/** Requests a minute. */
const quota = (perMinute: number) => whole(1).default(perMinute)
/** Seconds, comma separated. */
const seconds = z
  .string()
  .regex(/^\d{1,6}(\s*,\s*\d{1,6})*$/, 'must be seconds, comma separated')
  .transform((list) => list.split(',').map(Number))
/** 32 bytes in base64url each, comma separated. */
const wrappingKeys = z
  .string()
  .regex(/^[\w-]{43}(\s*,\s*[\w-]{43})*$/, 'must be 32 bytes in base64url (43 characters), or several, comma separated')
  .transform((list) => list.split(',').map((key) => key.trim()))
/** Bytes; `mebibytes` by default. */
const size = (mebibytes: number) => whole(1024, 64 * 2 ** 20).default(mebibytes * 2 ** 20)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A base address: http(s), no query, no fragment, no trailing slash. */
const baseUrl = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^\s?#/][^\s?#]*$/.test(value) && URL.canParse(value),
    'must be an http(s) URL without query or fragment',
  )
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))

/** A host name or an IP address, as a URL parser writes it: it stands in headers, policies and redirect URIs. */
const HOST_OF_URL = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

/**
 * An address of the domain itself: its pages and endpoints are at the root of a host. It is an origin as browsers write
 * it, in lower case and without its scheme's port: issuer and redirect URIs are compared byte by byte (RFC 6454 §6.2,
 * RFC 9700 §4.1.3).
 */
const ownUrl = baseUrl
  .refine(
    (value) => new URL(value).pathname === '/' && !/%/.test(value),
    'must be a host without a path: Slipway needs its own host name, such as https://launch.example.org',
  )
  .refine((value) => {
    const { username, password, hostname } = new URL(value)
    return !username && !password && HOST_OF_URL.test(hostname)
  }, 'must be a host name or an IP address, without a user')
  .transform((value) => new URL(value).origin)

const environment = z.object({
  SLIPWAY_ENV: z.enum(['production', 'development']).optional(),
  PORT: whole(1, 65535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  PUBLIC_URL: ownUrl.optional(),
  AUTH_URL: ownUrl.optional(),
  BASE_URL: ownUrl.optional(),
  MOVED_FROM: baseUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|postgres(ql)?:\/\/).+/, 'must be file:<path>, or postgres://USER:PASSWORD@HOST:5432/DATABASE')
    .optional(),
  SLIPWAY_KEY: wrappingKeys.default([]),
  DEMO: flag.optional(),
  SHARED_IDP_ISSUER: baseUrl.optional(),
  SHARED_IDP_CLIENT_ID: z.string().min(1).optional(),
  SHARED_IDP_CLIENT_SECRET: z.string().min(1).optional(),
  SHARED_IDP_CLAIM: z.string().min(1).default('preferred_username'),
  SHARED_IDP_CLAIMS_FROM: z.enum(CLAIMS_FROM).default('auto'),
  SHARED_IDP_IDENTIFIER_SYSTEM: z.string().min(1).optional(),
  IDP_SIGNUP: flag.optional(),
  RESOURCE_TYPES: z.string().min(1).default(DEFAULT_RESOURCE_TYPES),
  HOT_PATH: onOff('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  AUTHORIZE_ERRORS: z.enum(['redirect', 'page']).default('redirect'),
  METRICS_TOKEN: z.string().min(1).optional(),
  RATE_LIMIT: onOff('on'),
  RATE_LIMIT_TOKEN: quota(60),
  RATE_LIMIT_TOKEN_ADDRESS: quota(120),
  RATE_LIMIT_AUTHORIZE: quota(30),
  RATE_LIMIT_PAGES: quota(120),
  RATE_LIMIT_API: quota(600),
  RATE_LIMIT_FHIR: quota(600),
  PROFILE_VALIDATION: z.enum(PROFILE_VALIDATIONS).default('declared'),
  REFERENTIAL_INTEGRITY: onOff('on'),
  TASK_TRANSITIONS: z.enum(['guarded', 'open']).default('guarded'),
  FHIR_BODY_LIMIT: size(1),
  FHIR_BUNDLE_LIMIT: size(4),
  FHIR_BUNDLE_ENTRIES: whole(1, 5000).default(500),
  AUDIT_READS: z.enum(['grouped', 'each']).default('grouped'),
  SUBSCRIPTION_RETRY: seconds.default([1, 5, 30, 120, 600, 1800, 3600]),
  SUBSCRIPTION_GIVE_UP_SECONDS: whole(1).default(86_400),
  SUBSCRIPTION_EVENTS_PER_MINUTE: whole(1).default(60),
  SEARCH_TIMEOUT: whole(1, 300).default(5),
  MAX_CONNECTIONS: whole(16).default(2000),
  TRUST_PROXY: flag.default(false),
  SHUTDOWN_TIMEOUT: whole(1, 300).default(10),
  SHUTDOWN_DELAY: whole(0, 300).default(0),
})

type Values = z.infer<typeof environment>

/** The names of all settings, for `.env.example` and its test. Secrets can also be given as NAME_FILE. */
export const ENVIRONMENT_NAMES = Object.keys(environment.shape)
/** Settings that can also be given as NAME_FILE. */
export const SECRET_SETTINGS = ['DATABASE_URL', 'SLIPWAY_KEY', 'SHARED_IDP_CLIENT_SECRET', 'METRICS_TOKEN'] as const

/** An external identity provider that replaces the embedded one. */
export interface ExternalIdp {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
}

/** The parsed settings of a domain; a member for each setting or group of settings. */
export type Config = Readonly<ReturnType<typeof parseConfig>>

/** The problems of the settings, one line each; meant to be printed without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings from `env`; throws ConfigError that names every bad one. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const config = parseConfig(env)
  assertHttps(config)
  return config
}

/** The same for callers that check the addresses themselves: plain http is not refused. */
export function parseConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const given = withSecretFiles(withoutEmpty(env))
  const parsed = environment.safeParse(given)
  if (!parsed.success) throw configError(parsed.error.issues.map((issue) => problemOf(issue, given)))
  const values = parsed.data
  // Who listens on ::1 alone is not found at localhost on every machine.
  const publicUrl = values.PUBLIC_URL ?? `http://${values.HOST === '::1' ? '[::1]' : 'localhost'}:${values.PORT}`
  const dataDir = path.resolve(values.DATA_DIR)
  const demo = values.DEMO ?? isLoopback(publicUrl)
  const idpIssuer = values.SHARED_IDP_ISSUER ?? `${publicUrl}/idp`
  return {
    /** True when the production check-list must hold (server/doctor/production.ts). */
    production: values.SLIPWAY_ENV ? values.SLIPWAY_ENV === 'production' : !isLoopback(publicUrl),
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    /** The issuer of the authorization server (AUTH_URL; RFC 8414 §2). */
    authUrl: values.AUTH_URL ?? publicUrl,
    /** The URL above the FHIR bases /fhir and /fhir/DEFAULT (BASE_URL). */
    baseUrl: values.BASE_URL ?? publicUrl,
    /** The PUBLIC_URL that a production domain is moved from when it starts at another one. */
    movedFrom: values.MOVED_FROM,
    dataDir,
    databaseFile: values.DATABASE_URL?.startsWith('file:')
      ? path.resolve(values.DATABASE_URL.slice('file:'.length))
      : path.join(dataDir, 'slipway.db'),
    /** The URL of the database on PostgreSQL, with its password; undefined for the file. */
    postgresUrl: values.DATABASE_URL?.startsWith('file:') ? undefined : values.DATABASE_URL,
    /** The keys that wrap private keys in a database: the first one wraps, all unwrap. */
    wrappingKeys: values.SLIPWAY_KEY,
    demo,
    externalIdp: externalIdp(values),
    /** The issuer of the shared identity provider in use. */
    idpIssuer,
    idpClaim: values.SHARED_IDP_CLAIM,
    /** The source of that claim. */
    idpClaimsFrom: values.SHARED_IDP_CLAIMS_FROM,
    idpIdentifierSystem: values.SHARED_IDP_IDENTIFIER_SYSTEM ?? idpIssuer,
    idpSignup: values.IDP_SIGNUP ?? demo,
    resourceTypes: resourceTypes(values.RESOURCE_TYPES),
    hotPath: values.HOT_PATH === 'on',
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json'), // It goes to standard error.
    /** True when a start prints a greeting as plain text: not with LOG_FORMAT=json. */
    greets: values.LOG_FORMAT !== 'json',
    /** True when errors of an authorize request with an unproven launch stay here, on a page (conformance AUZ-45). */
    unprovenErrorsStay: values.AUTHORIZE_ERRORS === 'page',
    /** The bearer token that opens /metrics. */
    metricsToken: values.METRICS_TOKEN,
    rateLimit: values.RATE_LIMIT === 'on',
    quotas: quotas(values),
    writes: writes(values),
    /** True when each read is in the audit log before its answer leaves. */
    auditsEachRead: values.AUDIT_READS === 'each',
    subscriptions: subscriptions(values),
    /** Longest time that a search may run, in seconds. */
    searchTimeout: values.SEARCH_TIMEOUT,
    /** Connections that are served at the same time. */
    maxConnections: values.MAX_CONNECTIONS,
    trustProxy: values.TRUST_PROXY,
    /** Seconds for which a terminating process still accepts requests, while /readyz reports that it is ending. */
    shutdownDelay: values.SHUTDOWN_DELAY,
    /** Longest wait for requests under way after that, in seconds. */
    shutdownTimeout: values.SHUTDOWN_TIMEOUT,
  }
}

/** Requests per minute, where they are limited. */
const quotas = (values: Values) => ({
  tokenPerClient: values.RATE_LIMIT_TOKEN,
  tokenPerAddress: values.RATE_LIMIT_TOKEN_ADDRESS,
  authorizePerAddress: values.RATE_LIMIT_AUTHORIZE,
  pagesPerAddress: values.RATE_LIMIT_PAGES,
  apiPerAddress: values.RATE_LIMIT_API,
  fhir: values.RATE_LIMIT_FHIR,
})

/** How strictly the FHIR API validates writes, and how much it accepts at once. */
const writes = (values: Values) => ({
  rules: {
    profiles: values.PROFILE_VALIDATION,
    integrity: values.REFERENTIAL_INTEGRITY === 'on',
    guardedTasks: values.TASK_TRANSITIONS === 'guarded',
  },
  limits: {
    resource: values.FHIR_BODY_LIMIT,
    bundle: values.FHIR_BUNDLE_LIMIT,
    entries: values.FHIR_BUNDLE_ENTRIES,
    searchMs: values.SEARCH_TIMEOUT * 1000,
  },
})

/** Notifications of Subscriptions. */
const subscriptions = (values: Values) => ({
  /** Seconds before the second, third, … try of a notification; the last one repeats. */
  retryS: values.SUBSCRIPTION_RETRY,
  /** Failure for so long switches a Subscription off, in seconds. */
  giveUpS: values.SUBSCRIPTION_GIVE_UP_SECONDS,
  /** Notifications of one Subscription per minute; further ones are combined. */
  eventsPerMinute: values.SUBSCRIPTION_EVENTS_PER_MINUTE,
})

/** True for an address of this machine itself. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

const configError = (problems: readonly string[]) =>
  new ConfigError(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)

/** The problem of a setting, with its value unless it is a secret. */
function problemOf(
  { path: [name], message, ...issue }: z.core.$ZodIssue,
  env: Readonly<Record<string, unknown>>,
): string {
  const setting = String(name)
  const expected = issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : message
  const isSecret = SECRET_SETTINGS.some((secret) => secret === setting)
  return `${setting}: ${expected}${isSecret ? '' : `; it is ${JSON.stringify(env[setting])}`}`
}

/** An empty variable means "not set", as in a copied .env.example. */
const withoutEmpty = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

function withSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = { ...env }
  for (const name of SECRET_SETTINGS) {
    const file = env[`${name}_FILE`]
    if (file === undefined || read[name] !== undefined) continue
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch {
      throw configError([`${name}_FILE: the file cannot be read`])
    }
  }
  return read
}

function externalIdp(values: Values): ExternalIdp | undefined {
  if (!values.SHARED_IDP_ISSUER) {
    if (values.SHARED_IDP_CLIENT_ID || values.SHARED_IDP_CLIENT_SECRET)
      throw configError(['SHARED_IDP_ISSUER: must be set when SHARED_IDP_CLIENT_ID or SHARED_IDP_CLIENT_SECRET is'])
    return undefined
  }
  if (!values.SHARED_IDP_CLIENT_ID) throw configError(['SHARED_IDP_CLIENT_ID: must be set when SHARED_IDP_ISSUER is'])
  return {
    issuer: values.SHARED_IDP_ISSUER,
    clientId: values.SHARED_IDP_CLIENT_ID,
    clientSecret: values.SHARED_IDP_CLIENT_SECRET,
  }
}

function resourceTypes(list: string): readonly string[] {
  if (list.trim() === '*') return R4_TYPES
  const types = [...new Set(list.split(',').map((type) => type.trim()))]
  const unknown = types.filter((type) => !R4_TYPES.includes(type))
  if (unknown.length > 0) throw configError([`RESOURCE_TYPES: not a type of FHIR R4: ${unknown.join(', ')}`])
  return types
}

const isPlain = (url: string): boolean => url.startsWith('http:') && !isLoopback(url)

/** SMART App Launch 2.2 requires TLS; plain http is accepted on loopback addresses only (conformance ACG-19, DIS-08). */
function assertHttps(config: Config): void {
  const names = { publicUrl: 'PUBLIC_URL', authUrl: 'AUTH_URL', baseUrl: 'BASE_URL' } as const
  const keys = ['publicUrl', 'authUrl', 'baseUrl'] as const
  // The other two are PUBLIC_URL unless they are set: one sentence is enough then.
  const plain = keys.filter(
    (key, at) => isPlain(config[key]) && keys.findIndex((one) => config[one] === config[key]) === at,
  )
  if (plain.length > 0)
    throw configError(plain.map((key) => `${names[key]}: must be https outside of this machine (${config[key]})`))
  if (config.externalIdp && isPlain(config.externalIdp.issuer))
    throw configError(['SHARED_IDP_ISSUER: must be https outside of this machine'])
}

/** next-auth learns its own address from the environment and nowhere else. */
export function tellNextAuth({ publicUrl }: Pick<Config, 'publicUrl'>): void {
  process.env['NEXTAUTH_URL'] = publicUrl
}
