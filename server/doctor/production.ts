// The production check-list: conditions that must hold before the server takes its first request. All violations are reported
// together, each with its remedy; nothing is written before all of them hold.
import { OperatorError } from '#lib/operator-error.ts'
import { type Config, isLoopback, SECRET_SETTINGS } from '../config/config.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import { inspectDatabase } from '../storage/sqlite/file/inspection.ts'
import { OTHERS, openTo, privateFilesOf, secretFilesOf } from './file-modes.ts'

export interface Violation {
  /** The name of the item in the operator's guide. */
  readonly item: string
  readonly problem: string
  readonly remedy: string
}

/** The domain must not go into production as it is; the message lists every reason. */
export class ProductionError extends OperatorError {
  override readonly name = 'ProductionError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Throws ProductionError where an item of the check-list does not hold. */
export function assertProduction(config: Config, env: Environment = process.env): void {
  const violations = productionViolations(config, env)
  if (violations.length > 0) throw new ProductionError(messageOf(violations))
}

/** Every item of the check-list that does not hold. */
export const productionViolations = (config: Config, env: Environment = process.env): readonly Violation[] => [
  ...demo(config),
  ...addresses(config),
  ...limits(config),
  ...secrets(config),
  ...certificates(env),
  ...files(config, env),
  ...accounts(config),
]

const messageOf = (violations: readonly Violation[]): string =>
  [
    'This is not fit for production (SLIPWAY_ENV=development is for trying things out):',
    ...violations.map(({ item, problem, remedy }) => `  - ${item}: ${problem}\n      ${remedy}`),
  ].join('\n')

const demo = ({ demo: isDemo }: Config): readonly Violation[] =>
  isDemo
    ? [violation('demo', 'DEMO shows passwords, and lets anybody act as anybody.', 'Set DEMO=false, or leave it out.')]
    : []

function addresses({ publicUrl, authUrl, baseUrl, externalIdp }: Config): readonly Violation[] {
  const named = {
    PUBLIC_URL: publicUrl,
    AUTH_URL: authUrl,
    BASE_URL: baseUrl,
    ...(externalIdp ? { SHARED_IDP_ISSUER: externalIdp.issuer } : {}),
  }
  const own = Object.entries(named).filter(([name, url]) => name === 'PUBLIC_URL' || url !== publicUrl)
  return own.flatMap(([name, url]) => {
    if (!url.startsWith('https:'))
      return [
        violation('https', `${name} is ${url}: tokens would travel in the clear.`, `Set ${name} to an https address.`),
      ]
    return isLoopback(url)
      ? [violation('https', `${name} is ${url}, which is this machine.`, `Set ${name} to its public address.`)]
      : []
  })
}

const limits = ({ rateLimit }: Config): readonly Violation[] =>
  rateLimit
    ? []
    : [
        violation(
          'rate_limit',
          'RATE_LIMIT is off: passwords can be guessed as fast as they are sent.',
          'Leave RATE_LIMIT out.',
        ),
      ]

/** Shortest accepted secret of random characters. */
const SHORTEST = 16
/** Different characters that a random secret of that length has at least. */
const FEWEST_KINDS = 8
/** Words used as placeholders: a secret that contains one has to be longer. */
const PLACEHOLDER = /change[-_. ]?me|secret|password|default|example|placeholder|geheim|wachtwoord/gi

function secrets({ metricsToken, externalIdp }: Config): readonly Violation[] {
  const given = { METRICS_TOKEN: metricsToken, SHARED_IDP_CLIENT_SECRET: externalIdp?.clientSecret }
  return Object.entries(given).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : weakness(value)
    if (problem === undefined) return []
    const remedy = `Give at least ${SHORTEST} random characters, such as those of: openssl rand -base64 32`
    return [violation('secrets', `${name} ${problem}.`, remedy)]
  })
}

/** The reason that a secret can be guessed; undefined for one that cannot. */
function weakness(secret: string): string | undefined {
  if (secret.length < SHORTEST) return `has ${secret.length} characters, fewer than ${SHORTEST}`
  if (new Set(secret).size < FEWEST_KINDS) return `repeats a few characters (${new Set(secret).size} different ones)`
  const [word] = secret.match(PLACEHOLDER) ?? []
  const others = secret.replaceAll(PLACEHOLDER, '').length
  return word !== undefined && others < SHORTEST
    ? `holds the word "${word}" and only ${others} characters beside such words, fewer than ${SHORTEST}`
    : undefined
}

const certificates = (env: Environment): readonly Violation[] =>
  env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? [
        violation(
          'tls',
          'NODE_TLS_REJECT_UNAUTHORIZED=0: any certificate of an identity provider or an app would be believed.',
          'Leave it out; NODE_EXTRA_CA_CERTS=FILE names an authority of your own.',
        ),
      ]
    : []

const files = (config: Config, env: Environment): readonly Violation[] =>
  openTo(OTHERS, privateFilesOf(config, secretFilesOf(env, SECRET_SETTINGS))).map(({ file, mode, isFolder }) =>
    violation(
      'files',
      `${file} is open to everybody on this machine (mode 0${mode.toString(8)}).`,
      `chmod ${isFolder ? '700' : '600'} ${file}`,
    ),
  )

function accounts({ databaseFile }: Config): readonly Violation[] {
  const database = inspectDatabase(databaseFile)
  const names = database?.accountsAmong(DEMO_LOGINS.map(({ username }) => username)) ?? []
  database?.close()
  if (names.length === 0) return []
  return [
    violation(
      'demo_accounts',
      `The database has accounts of the demo, whose passwords everybody knows: ${names.join(', ')}.`,
      'Start with an empty DATA_DIR. Or add an administrator of your own, and then: ./bin/slipway user delete NAME',
    ),
  ]
}

const violation = (item: string, problem: string, remedy: string): Violation => ({ item, problem, remedy })
