// Every named check of the domain, and the checks that each request runs, in order.
import { APP_CHECKS } from './app.ts'
import { AUTHORIZE_CHECKS } from './authorize.ts'
import { FHIR_CHECKS } from './fhir.ts'
import { LAUNCH_TOKEN_CHECKS } from './launch-token.ts'
import { LOGIN_CHECKS } from './login.ts'
import { PORTAL_CHECKS } from './portal.ts'
import { PROVIDER_CHECKS } from './provider.ts'
import { TOKEN_CHECKS } from './token.ts'

/** In the order in which a launch meets them. */
export const CHECK_GROUPS = {
  portal: PORTAL_CHECKS,
  authorize: AUTHORIZE_CHECKS,
  launch: LAUNCH_TOKEN_CHECKS,
  provider: PROVIDER_CHECKS,
  login: LOGIN_CHECKS,
  token: TOKEN_CHECKS,
  app: APP_CHECKS,
  fhir: FHIR_CHECKS,
} as const

/** The declarations of all checks by name. */
export const CHECKS = {
  ...PORTAL_CHECKS,
  ...AUTHORIZE_CHECKS,
  ...LAUNCH_TOKEN_CHECKS,
  ...PROVIDER_CHECKS,
  ...LOGIN_CHECKS,
  ...TOKEN_CHECKS,
  ...APP_CHECKS,
  ...FHIR_CHECKS,
} as const

export type CheckName = keyof typeof CHECKS

/** The names of all checks. */
export const CHECK_NAMES = Object.keys(CHECKS) as readonly CheckName[]
