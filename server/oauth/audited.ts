// Audit events of the authorization server, gathered here so that their content can be reviewed. They contain no token,
// code, state or assertion, and no unproven claim but the person and the portal of a refused launch, which are marked as claimed.
import type { AuditedEvent, AuditedPerson } from '#lib/audit/audit.ts'
import { isPersonType } from '#lib/fhir/person-role.ts'
import { formatReference, isResourceId, parseReference } from '#lib/fhir/reference.ts'
import { OAuthError } from '#lib/oauth/oauth-error.ts'
import { usernameIn } from './authorize/user-match.ts'
import type { SharedIdp } from './deps.ts'
import { Refusal } from './refusal.ts'
import type { Launched, Transaction } from './store.ts'

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

const TOO_MANY_REQUESTS = 429

/** A launch was accepted for an app; the log-in at the identity provider is still to come. */
export const launchAccepted = (
  request: Request,
  { clientId }: { readonly clientId: string },
  launch: Launched,
  { issuer }: Pick<SharedIdp, 'issuer'>,
): AuditedEvent => ({
  name: 'launch',
  request,
  description: 'idp call: the launch is accepted, the identity provider is asked who the person is',
  client: clientId,
  platform: launch?.platform,
  identityProvider: issuer,
  launch,
})

/** A logout token that is not one of the identity provider, or was used before. */
export const logoutRefused = (request: Request, reason: string): AuditedEvent => ({
  name: 'logout',
  request,
  outcome: 'refused',
  description: `logout token refused: ${reason}`,
})

/** A log-in at the identity provider during a launch. The event does not name the person of the launch. */
export const loggedIn = (
  request: Request,
  { clientId, launch }: Transaction,
  person: AuditedPerson,
  { issuer }: Pick<SharedIdp, 'issuer'>,
): AuditedEvent => ({
  name: 'login',
  request,
  description: 'idp login: the identity provider says who signed in',
  client: clientId,
  identityProvider: issuer,
  person,
  launch: launch && { traceId: launch.traceId },
})

/** The person who logged in, by the claim that identifies people here, otherwise by the provider's subject. */
export function whoLoggedIn({ claim, issuer }: Pick<SharedIdp, 'claim' | 'issuer'>, claims: Claims): AuditedPerson {
  const username = usernameIn(claims, claim)
  return username === undefined ? { issuer, subject: claims.sub } : { username }
}

/** The person who logged in is the person of the launch. */
export const personMatched = (request: Request, { clientId, launch }: Transaction): AuditedEvent => ({
  name: 'decision',
  request,
  description: 'idp login: the person who signed in is the person of the launch',
  client: clientId,
  person: launch && { reference: launch.sub },
  launch,
})

/** An app exchanged a code, or received an access token for the FHIR API. */
export const tokenIssued = (
  request: Request,
  { clientId }: { readonly clientId: string },
  token: NonNullable<AuditedEvent['token']>,
  launch?: Launched,
): AuditedEvent => ({
  name: 'token',
  request,
  description: `token: ${token.kind} issued`,
  client: clientId,
  token,
  launch,
})

/** A code was presented that had been used before, or that belongs to another app (RFC 6749 §4.1.2, RFC 9700 §4.5). */
export const codeMisused = (
  request: Request,
  clientId: string,
  {
    grant,
    reused,
  }: { readonly grant: { readonly clientId: string; readonly launch: Launched }; readonly reused: boolean },
): AuditedEvent => ({
  name: 'code-misuse',
  request,
  outcome: 'refused',
  description: reused
    ? 'token: a code was shown again; what it had given is revoked'
    : 'token: a code was shown by an app that it was not given to; it is used up',
  client: clientId,
  otherClient: grant.clientId === clientId ? undefined : grant.clientId,
  launch: grant.launch,
})

/** An app introspected a token. */
export const introspected = (
  request: Request,
  { clientId }: { readonly clientId: string },
  found: { readonly kind: string; readonly launch?: AuditedEvent['launch'] } | undefined,
): AuditedEvent => ({
  name: 'introspection',
  request,
  description: found ? `introspect: ${found.kind}, active` : 'introspect: not active',
  client: clientId,
  token: found && { kind: found.kind },
  launch: found?.launch,
})

/** Whom a refused launch names, and the app that it says opened it: whoever looks for that person finds it. */
export function launcherIn(
  { sub, platform }: { readonly sub: unknown; readonly platform: unknown },
  isProven: boolean,
): Pick<AuditedEvent, 'person' | 'platform' | 'isClaimed'> {
  const named = parseReference(sub)
  const isPerson = named !== undefined && isPersonType(named.type) && isResourceId(named.id)
  return {
    person: isPerson ? { reference: formatReference(named) } : undefined,
    platform: typeof platform === 'string' && isResourceId(platform) ? platform : undefined,
    isClaimed: !isProven,
  }
}

/** A request was refused, or failed. `concern` adds to the facts that the refusal itself knows. */
export function turnedDown(
  name: AuditedEvent['name'],
  request: Request,
  error: unknown,
  concern: Partial<AuditedEvent> = {},
): AuditedEvent {
  const refusal = error instanceof Refusal ? error : undefined
  const known = error instanceof OAuthError ? error : undefined
  return {
    request,
    name: refusal?.check === 'user.match' ? 'decision' : name,
    outcome: known && !isFault(known) ? 'refused' : 'failed',
    description: `${ENDPOINTS[name] ?? name}: ${known?.message ?? 'The server could not complete the request.'}`,
    tooOften: known?.status === TOO_MANY_REQUESTS,
    ...concern,
    ...refusal?.concern,
  }
}

const ENDPOINTS: Partial<Record<AuditedEvent['name'], string>> = {
  launch: 'authorize',
  login: 'idp login',
  introspection: 'introspect',
}

const isFault = ({ code, status }: OAuthError): boolean =>
  code === 'server_error' || (code === 'temporarily_unavailable' && status !== TOO_MANY_REQUESTS)
