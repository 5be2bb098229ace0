// POST /portal/api/compose/sample, in the demo: a launch token to look at, as the portal signs one when its first person opens a task.
import type { ComposeSample } from '#lib/api/compose.ts'
import { numericDate } from '#lib/clock.ts'
import { draftLaunch } from '#lib/launch/launch-token.ts'
import { signDraft } from '#lib/launch/launch-token-signature.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'
import type { PortalFhir } from '../fhir.ts'
import { assertSameOrigin } from '../form.ts'
import { claimsOf } from './claims-of-task.ts'
import { assertComposeRate } from './who-may.ts'

export const sampleToken =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<ComposeSample> => {
    assertSameOrigin(deps, request)
    const person = deps.demo?.people[0]
    const [app] = await deps.compose.apps()
    if (!person || !app) throw new PortalFailure('not_composer')
    await assertComposeRate(deps, request)
    const claims = await claimsOf(fhir, { as: person.reference, task: undefined, app: app.clientId })
    const key = await deps.keys.active()
    const facts = { issuer: deps.clientId, device: `Device/${app.clientId}`, key, jti: deps.random.uuid() }
    return { token: await signDraft(draftLaunch({ claims }, { ...facts, now: numericDate(deps.clock()) }), key) }
  }
