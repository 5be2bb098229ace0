// A developer's app with a key pair of its own, registered in a test domain; and the portal that launches it.
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { numericDate } from '#lib/clock.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import type { Domain } from '../domain/domain.ts'

export interface TestApp {
  readonly clientId: string
  readonly redirectUri: string
  readonly privateKey: CryptoKey
  readonly kid: string
}

/** RSA keys take longer to make than most tests: a process makes some, and its apps take turns. */
const SOME = 8
const pairs: ReturnType<typeof generateKeyPair>[] = []
let registered = 0

function keyPair(): ReturnType<typeof generateKeyPair> {
  const at = registered++ % SOME
  pairs[at] ??= generateKeyPair('RS384')
  return pairs[at]
}

/** Registers an app with a role, reader by default, and an RS384 key that the app before it does not have. */
export async function registerApp({ registry }: Domain, clientId = 'test-app', roleName = 'reader'): Promise<TestApp> {
  const { privateKey, publicKey } = await keyPair()
  const kid = `${clientId}-key`
  const redirectUri = `http://localhost:8080/${clientId}/callback`
  await registry.saveClient({
    clientId,
    name: clientId,
    kind: 'module',
    status: 'approved',
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS384', use: 'sig' }] },
    jwksUrl: undefined,
    redirectUris: [redirectUri],
    launchUrl: `http://localhost:8080/${clientId}/launch`,
    roleName,
  })
  return { clientId, redirectUri, privateKey, kid }
}

/** A launch token of the demo portal for an app; claims can be changed, or removed by undefined. */
export async function launchToken(
  domain: Domain,
  app: Pick<TestApp, 'clientId'>,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { kid, alg, privateKey } = await domain.keys.ring('portal').active()
  const now = numericDate(domain.clock())
  const payload = {
    iss: 'demo-portal',
    aud: `Device/${app.clientId}`,
    sub: 'Patient/marijke-jansen',
    resource: 'Task/sleep-diary-week-1',
    intent: 'order',
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 300,
    ...claims,
  }
  return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey)
}

/** A client assertion of an app (RFC 7523). */
export async function clientAssertion(
  { clientId, privateKey, kid }: TestApp,
  audience: string,
  nowMs: number,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const now = numericDate(nowMs)
  return new SignJWT({
    iss: clientId,
    sub: clientId,
    aud: audience,
    exp: now + 300,
    jti: crypto.randomUUID(),
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS384', kid, typ: 'JWT' })
    .sign(privateKey)
}

/** A form that is authenticated by a client assertion; without fields, a request for a token of the app itself. */
export const signedForm = async (
  app: TestApp,
  audience: string,
  nowMs: number,
  fields: Readonly<Record<string, string>> = { grant_type: 'client_credentials', scope: 'system/*.rs' },
): Promise<URLSearchParams> =>
  new URLSearchParams({
    client_assertion_type: CLIENT_ASSERTION_TYPE,
    client_assertion: await clientAssertion(app, audience, nowMs),
    ...fields,
  })
