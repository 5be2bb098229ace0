// The production check-list: conditions that must hold before the server takes its first request. All violations are reported
// together, each with its remedy; nothing is written before all of them hold.
import { OperatorError } from '#lib/operator-error.ts'
import { type Config, isLoopback, SECRET_SETTINGS } from '../config/config.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import { inspected } from '../storage/inspect.ts'
import { OTHERS, openTo, privateFilesOf, secretFilesOf } from './file-modes.ts'
import { type DoctorTexts, doctorTexts } from './texts.ts'

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

/** Throws ProductionError when an item of the check-list does not hold. */
export async function assertProduction(config: Config, env: Environment = process.env): Promise<void> {
  const violations = await productionViolations(config, env)
  if (violations.length > 0) throw new ProductionError(messageOf(violations))
}

/** Every item of the check-list that does not hold. */
export const productionViolations = async (
  config: Config,
  env: Environment,
  texts: DoctorTexts = doctorTexts.en,
): Promise<readonly Violation[]> => [
  ...demo(config, texts),
  ...addresses(config, texts),
  ...limits(config, texts),
  ...secrets(config, texts),
  ...certificates(env, texts),
  ...files(config, env, texts),
  ...(await accounts(config, texts)),
]

const messageOf = (violations: readonly Violation[]): string =>
  [
    'These settings are not safe for production (to try things out, set SLIPWAY_ENV=development):',
    ...violations.map(({ item, problem, remedy }) => `  - ${item}: ${problem}\n      ${remedy}`),
  ].join('\n')

const demo = ({ demo: isDemo }: Config, texts: DoctorTexts): readonly Violation[] =>
  isDemo ? [violation('demo', texts.demo, texts.demoRemedy)] : []

function addresses({ publicUrl, authUrl, baseUrl, externalIdp }: Config, texts: DoctorTexts): readonly Violation[] {
  const named = {
    PUBLIC_URL: publicUrl,
    AUTH_URL: authUrl,
    BASE_URL: baseUrl,
    ...(externalIdp ? { SHARED_IDP_ISSUER: externalIdp.issuer } : {}),
  }
  const own = Object.entries(named).filter(([name, url]) => name === 'PUBLIC_URL' || url !== publicUrl)
  return own.flatMap(([name, url]) => {
    if (!url.startsWith('https:'))
      return [violation('https', texts.plainAddress(name, url), texts.plainAddressRemedy(name))]
    return isLoopback(url) ? [violation('https', texts.ownAddress(name, url), texts.ownAddressRemedy(name))] : []
  })
}

const limits = ({ rateLimit }: Config, texts: DoctorTexts): readonly Violation[] =>
  rateLimit ? [] : [violation('rate_limit', texts.noRateLimit, texts.noRateLimitRemedy)]

/** Shortest accepted secret of random characters. */
const SHORTEST = 16
/** Different characters that a random secret of that length has at least. */
const FEWEST_KINDS = 8
/** Words used as placeholders: a secret that contains one must be longer. */
const PLACEHOLDER = /change[-_. ]?me|secret|password|default|example|placeholder|geheim|wachtwoord/gi

function secrets({ metricsToken, externalIdp }: Config, texts: DoctorTexts): readonly Violation[] {
  const given = { METRICS_TOKEN: metricsToken, SHARED_IDP_CLIENT_SECRET: externalIdp?.clientSecret }
  return Object.entries(given).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : weakness(name, value, texts)
    if (problem === undefined) return []
    return [violation('secrets', problem, texts.secretRemedy(SHORTEST))]
  })
}

/** The reason that a secret can be guessed; undefined for one that cannot. */
function weakness(name: string, secret: string, texts: DoctorTexts): string | undefined {
  if (secret.length < SHORTEST) return texts.secretShort(name, secret.length, SHORTEST)
  const kinds = new Set(secret).size
  if (kinds < FEWEST_KINDS) return texts.secretRepeats(name, kinds)
  const [word] = secret.match(PLACEHOLDER) ?? []
  const others = secret.replaceAll(PLACEHOLDER, '').length
  return word !== undefined && others < SHORTEST ? texts.secretWord(name, word, others, SHORTEST) : undefined
}

const certificates = (env: Environment, texts: DoctorTexts): readonly Violation[] =>
  env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? [violation('tls', texts.anyCertificate, texts.anyCertificateRemedy)]
    : []

const files = (config: Config, env: Environment, texts: DoctorTexts): readonly Violation[] =>
  openTo(OTHERS, privateFilesOf(config, secretFilesOf(env, SECRET_SETTINGS))).map(({ file, mode, isFolder }) =>
    violation('files', texts.openFile(file, `0${mode.toString(8)}`), `chmod ${isFolder ? '700' : '600'} ${file}`),
  )

async function accounts(config: Config, texts: DoctorTexts): Promise<readonly Violation[]> {
  const usernames = DEMO_LOGINS.map(({ username }) => username)
  const names = (await inspected(config, async (database) => database.accountsAmong(usernames))) ?? []
  if (names.length === 0) return []
  return [violation('demo_accounts', texts.demoAccounts(names.join(', ')), texts.demoAccountsRemedy)]
}

const violation = (item: string, problem: string, remedy: string): Violation => ({ item, problem, remedy })
