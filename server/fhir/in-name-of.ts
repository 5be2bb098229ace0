// The domain itself as the caller, in the name of an app: what a person who may do so asked for on a page. There is no
// token; the app's current permissions hold, as for its own requests.
import { numericDate } from '#lib/clock.ts'
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import type { Authenticate } from './bearer.ts'
import type { FhirDeps } from './deps.ts'
import { FhirError } from './outcome.ts'

/** Seconds in which such a request is answered. */
const LIFETIME_S = 60

/** Authenticates a request as one of the app, for one scope; 401 for an app that is unknown or not approved. */
export const inNameOf =
  ({ authority, clock }: Pick<FhirDeps, 'authority' | 'clock'>, clientId: string, scope: SystemScope): Authenticate =>
  async () => {
    const client = await authority.find(clientId)
    if (!client) throw new FhirError(401, 'login', 'The app is unknown, or is not approved.')
    const exp = numericDate(clock()) + LIFETIME_S
    return { clientId, tokenId: undefined, scopes: [scope], permissions: client.permissions, exp }
  }
