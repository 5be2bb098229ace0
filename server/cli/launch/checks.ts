// The checks of a launch and what became of each, as far as it can be known from outside: by who refused, and where.
import { CHECK_NAMES, type CheckName } from '../../oauth/check.ts'

/** `unknown`: it cannot be told from outside, for what happens there stays between the app and the server. */
export type CheckOutcome = 'passed' | 'refused' | 'not reached' | 'unknown'

export interface CheckResult {
  readonly check: CheckName
  readonly outcome: CheckOutcome
}

/** The parts of a launch, in the order in which it meets them; a refusal happened in one of them. */
const PARTS = ['authorize', 'callback', 'token', 'read'] as const
export type LaunchPart = (typeof PARTS)[number]

/** In the order in which they are made. A jti is used up last, when a login page is sure to be there. */
const CHECKS: Readonly<Record<LaunchPart, readonly CheckName[]>> = {
  authorize: [
    'authorize.client',
    'authorize.redirect_uri',
    'authorize.params',
    'authorize.scope',
    'authorize.pkce',
    'authorize.aud',
    'launch.format',
    'launch.iss',
    'launch.time',
    'launch.aud',
    'launch.signature',
    'launch.sub',
    'launch.resource',
    'launch.definition',
    'launch.patient',
    'launch.intent',
    'idp.reachable',
    'launch.jti',
  ],
  callback: ['idp.transaction', 'idp.iss', 'idp.login', 'user.match'],
  token: [
    'token.params',
    'token.client_assertion',
    'token.grant_type',
    'token.code',
    'token.redirect_uri',
    'token.pkce',
  ],
  read: ['token.scope'],
}

/** Checks that are made in two places: presence first, the rest last. What lies between may have been reached, or not. */
const IN_TWO_PLACES: readonly string[] = ['launch.iss', 'launch.jti']

/** How far a launch was followed, and who refused it there. */
export interface Ended {
  /** The last part whose outcome was seen. */
  readonly part: LaunchPart
  readonly refusedBy: string | undefined
}

/** What became of each check. Those of reading are listed only where they were tried. */
export function checkResults({ part: seen, refusedBy }: Ended): readonly CheckResult[] {
  // The app may tell of a refusal later than it happened; and a provider can fall silent between authorize and callback.
  const own = PARTS.find((one) => isCheckName(refusedBy) && CHECKS[one].includes(refusedBy))
  const part = own && !(own === 'authorize' && seen === 'callback') ? own : seen
  const at = PARTS.indexOf(part)
  return PARTS.slice(0, part === 'read' ? 4 : 3).flatMap((one, index) => {
    const known = index < at || (index === at && refusedBy === undefined)
    if (known) return CHECKS[one].map((check) => ({ check, outcome: 'passed' as const }))
    if (index > at)
      return CHECKS[one].map((check) => ({ check, outcome: refusedBy ? 'not reached' : 'unknown' }) as const)
    return refusedWithin(CHECKS[one], refusedBy)
  })
}

function refusedWithin(checks: readonly CheckName[], refusedBy: string | undefined): readonly CheckResult[] {
  const at = isCheckName(refusedBy) ? checks.indexOf(refusedBy) : -1
  const firstInDoubt = checks.indexOf('launch.iss')
  return checks.map((check, index) => {
    if (index === at) return { check, outcome: 'refused' }
    if (at < 0) return { check, outcome: 'unknown' }
    if (IN_TWO_PLACES.includes(refusedBy ?? '') && index >= firstInDoubt) return { check, outcome: 'unknown' }
    return { check, outcome: index < at ? 'passed' : 'not reached' }
  })
}

export const isCheckName = (text: string | undefined): text is CheckName =>
  (CHECK_NAMES as readonly (string | undefined)[]).includes(text)

/** The check that an error_description begins with; undefined where it names none. */
export function checkOf(description: string | null | undefined): CheckName | undefined {
  const [name] = (description ?? '').split(': ', 1)
  return isCheckName(name) ? name : undefined
}
