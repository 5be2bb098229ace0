// Access to the composer, and its rate limit. Composing vouches for any person, so it is open to everybody in the demo,
// whose people are invented, and elsewhere to administrators only.
import { rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'

/** Checks that the sender may compose. Throws PortalFailure. */
export async function assertMayCompose({ demo, compose }: PortalDeps, request: Request): Promise<void> {
  if (demo === undefined && !(await compose.isAdmin(request))) throw new PortalFailure('not_composer')
}

/** Counts against the rate limit, because composing signs and stores. Throws PortalFailure. */
export async function assertComposeRate({ compose }: PortalDeps, request: Request): Promise<void> {
  const exceeded = await compose.count(request)
  if (exceeded) throw new PortalFailure('too_many', { headers: rateLimitHeaders(exceeded) })
}
