// A composed launch: parsed, checked and signed with the portal's key.
import type { Composition } from '#lib/api/compose.ts'
import { compositionForm } from '#lib/api/compose-form.ts'
import { numericDate } from '#lib/clock.ts'
import type { Language } from '#lib/i18n/language.ts'
import { FAILURES } from '#lib/launch/failures.ts'
import { breakLaunch, draftLaunch, type LaunchDraft, notALaunch, otherPerson } from '#lib/launch/launch-token.ts'
import { signDraft } from '#lib/launch/launch-token-signature.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'
import type { PortalFhir } from '../fhir.ts'
import { composePeople } from './options.ts'
import type { LaunchableApp } from './store.ts'

/** Largest composition, in characters: its token still fits in 8 KB (conformance LTK-15). */
const LONGEST = 4096

/** A launch that is ready to send. */
export interface Composed {
  readonly app: LaunchableApp
  readonly token: string
  /** The jti, which is the trace id of everything that follows, unless the composition leaves out jti. */
  readonly jti: string
  /** Epoch seconds. */
  readonly exp: number
  /** The fields of the form that takes the launch to the app. */
  readonly fields: Readonly<Record<string, string>>
  readonly composition: Composition
  /** The page of the launch's trace; undefined when several launches share its id. */
  readonly tracePage: string | undefined
}

/** A composition of the expected shape. Throws PortalFailure. */
export function readComposition(value: unknown): Composition {
  const parsed = compositionForm.safeParse(value)
  if (!parsed.success || JSON.stringify(parsed.data).length > LONGEST) throw new PortalFailure('bad_composition')
  return parsed.data
}

/** Parses a composition from JSON. Throws PortalFailure. */
export function parseComposition(text: string | undefined): Composition {
  try {
    return readComposition(JSON.parse(text ?? ''))
  } catch (cause) {
    throw cause instanceof PortalFailure ? cause : new PortalFailure('bad_composition', { cause })
  }
}

/** Checks a composition without signing it: the app exists, and the failure is possible for it. */
export async function assertComposable(
  { compose }: PortalDeps,
  { app: clientId, fail }: Composition,
  language?: Language,
): Promise<LaunchableApp> {
  const app = (await compose.apps(language)).find((one) => one.clientId === clientId)
  if (!app) throw new PortalFailure('no_such_app')
  const { madeBy } = fail ? FAILURES[fail] : { madeBy: undefined }
  if (madeBy === 'login' || (madeBy === 'app' && !app.simulates)) throw new PortalFailure('not_makeable')
  return app
}

/** Signs a composition; the app is named in the language of whoever sees it. Throws PortalFailure. */
export async function compose(
  deps: PortalDeps,
  fhir: PortalFhir,
  asked: Composition,
  { recorder, language }: { readonly recorder: StepRecorder; readonly language?: Language },
): Promise<Composed> {
  recorder.subject({
    platform: deps.clientId,
    clientId: asked.app,
    sub: asked.claims['sub'],
    task: asked.claims['resource'],
  })
  const app = await recorder.check(
    'portal.target',
    () => assertComposable(deps, asked, language),
    () => ({ received: { app: asked.app, failure: asked.fail } }),
  )
  const key = await deps.keys.active()
  const jti = deps.random.uuid()
  const facts = { issuer: deps.clientId, device: `Device/${app.clientId}`, key, jti, now: numericDate(deps.clock()) }
  const good = draftLaunch(asked, facts)
  recorder.check(
    'portal.task',
    () => assertLaunch(good, deps.clientId),
    () => ({ received: good.claims }),
  )
  const draft = breakLaunch(good, asked.fail, await standIn(deps, fhir, asked))
  // Subject and task as the app and the authorization server will see them: a simulated failure may have replaced or
  // removed them.
  recorder.subject({ sub: draft.claims['sub'], task: draft.claims['resource'] })
  const token = await signDraft(draft, key)
  // With a jti chosen by the sender, the trace does not join another launch. A token that proves nothing is refused in a trace of its
  // own: one that begins here would wait for ever.
  const joins = draft.claims['jti'] === jti && proves(draft, facts)
  if (joins) recorder.launch(deps.clientId, jti)
  recorder.answered({
    launch: { jwt: { header: draft.header, claims: draft.claims } },
    to: app.launchUrl,
    ...(asked.fail ? { failure: asked.fail } : {}),
  })
  const traceId = typeof draft.claims['jti'] === 'string' ? draft.claims['jti'] : jti
  deps.log.info({ trace: traceId, app: app.clientId, failure: asked.fail }, 'A launch was composed')
  return {
    app,
    token,
    jti: traceId,
    exp: Number(draft.claims['exp'] ?? facts.now),
    fields: fieldsOf(deps, asked, token),
    composition: asked,
    tracePage: tracePage(draft, joins ? recorder.id() : undefined),
  }
}

/** True for a token that the authorization server takes for one of the portal. */
const proves = (
  { header, claims, signature }: LaunchDraft,
  { issuer, device, key }: Parameters<typeof draftLaunch>[1],
): boolean => signature === 'good' && header.kid === key.kid && claims['iss'] === issuer && claims['aud'] === device

/**
 * A launch's trace is found by platform and jti. A token that proves nothing gets its trace from the authorization server: the list
 * finds that by the claimed jti.
 */
function tracePage({ claims }: LaunchDraft, trace: string | undefined): string | undefined {
  if (trace !== undefined) return `/traces/${trace}`
  return typeof claims['jti'] === 'string' ? `/traces?${new URLSearchParams({ text: claims['jti'] })}` : undefined
}

/** Throws PortalFailure for claims that would prove the portal's identity, as a client assertion does. */
function assertLaunch(draft: LaunchDraft, issuer: string): void {
  if (notALaunch(draft, issuer)) throw new PortalFailure('not_a_launch')
}

/** The other person in a launch by the wrong user. */
async function standIn(deps: PortalDeps, fhir: PortalFhir, { fail, claims }: Composition): Promise<string | undefined> {
  if (fail !== 'wrong-user') return undefined
  const other = otherPerson(
    (await composePeople(deps, fhir)).map(({ reference }) => reference),
    claims,
  )
  if (!other) throw new PortalFailure('not_makeable')
  return other
}

function fieldsOf({ fhirBase }: PortalDeps, { delivery, fail }: Composition, token: string) {
  if (delivery === 'hti') return { token }
  const simulate = fail && FAILURES[fail].madeBy === 'app' ? { simulate: fail } : {}
  return { iss: fhirBase, launch: token, ...simulate }
}
