// Finds the open launch for a request of the page, at a FHIR base that is still trusted (conformance APP-02, APP-08).

import { refusal } from '#lib/fhir/proxy.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import type { LaunchDeps } from './deps.ts'
import { isTrusted } from './receive.ts'
import type { KeptOpen, Sessions } from './session.ts'

/** An open launch, and its FHIR base without a trailing slash. */
export type OpenLaunch = KeptOpen & { readonly base: string }

/** The launch with that id, or this browser's newest one; otherwise the refusal, 401 or 403. */
export async function openLaunch(
  deps: Pick<LaunchDeps, 'trustedIss'>,
  sessions: Sessions,
  request: Request,
  id: string | undefined,
): Promise<OpenLaunch | Response> {
  const session = (await sessions.find(request, id))?.session
  if (session?.status !== 'open') return refusal(401, 'login_required', 'There is no open launch.')
  if (!isTrusted(deps, session.iss))
    return refusal(403, 'access_denied', 'The FHIR base of this launch is not trusted any more.')
  return { ...session, base: withoutTrailingSlash(session.iss) }
}
