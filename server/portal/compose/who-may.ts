// Who may compose, and how often. Whoever composes vouches for anybody: so everybody in the demo, where all people are invented,
// and else administrators alone.
import { rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'

/** Whether somebody may compose. Throws PortalFailure. */
export async function assertMayCompose({ demo, compose }: PortalDeps, request: Request): Promise<void> {
  if (demo === undefined && !(await compose.isAdmin(request))) throw new PortalFailure('not_composer')
}

/** Composing signs and stores: nobody does so without end. Throws PortalFailure. */
export async function assertComposeRate({ compose }: PortalDeps, request: Request): Promise<void> {
  const exceeded = await compose.count(request)
  if (exceeded) throw new PortalFailure('too_many', { headers: rateLimitHeaders(exceeded) })
}
