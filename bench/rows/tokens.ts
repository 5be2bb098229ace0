// Contenders with signatures: tokens, introspection and whole launches, at Slipway or the server that does the least.
import { SignJWT } from 'jose'
import { sha256 } from '#lib/crypto/hash.ts'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { type Answer, type Connection, headerOf } from '../connection.ts'
import { BENCH_APP, CREDENTIALS, REDIRECT_URI, tokenForm } from '../domain.ts'
import { type Contender, drive, stocked } from '../load.ts'
import { assertHas, type Bench, get, post, targetOf } from '../requests.ts'

const WIDTH = 8
const VERIFIER = 'a-verifier-that-every-launch-of-the-benchmark-uses'

/** What is asked for in one go, and what can be prepared before. */
export interface Operation<T> {
  readonly prepare: () => Promise<T>
  readonly use: (connection: Connection, item: T) => Promise<unknown>
}

const stockedLoad = <T>({ server }: Bench, { prepare, use }: Operation<T>): Contender =>
  stocked(prepare, (next, seconds) =>
    drive(server, async (connection) => use(connection, await next()), { seconds, width: WIDTH }),
  )

export const tokens = (bench: Bench): Contender => stockedLoad(bench, token(bench))
export const introspections = (bench: Bench): Contender => stockedLoad(bench, introspection(bench))
/** Launches the same person into the app repeatedly. */
export const launches = (bench: Bench): Contender => stockedLoad(bench, launcher(bench))

export const token = ({ server, domain }: Bench): Operation<Buffer> => ({
  prepare: async () => post(server, '/oauth2/token', await tokenForm(domain, CREDENTIALS)),
  use: async (connection, request) => assertHas(await connection.ask(request), 'access_token'),
})

export const introspection = ({ server, domain, bearer }: Bench): Operation<Buffer> => ({
  prepare: async () => post(server, '/oauth2/introspect', await tokenForm(domain, { token: await bearer() })),
  use: async (connection, request) => assertHas(await connection.ask(request), 'active', true),
})

/** Makes launches, one after the other, of a person who is logged in at the identity provider by the first. */
export function launcher({ server, domain, origin = domain.publicUrl }: Bench) {
  let session: Promise<string> | undefined
  const launchToken = async () => {
    const { alg, kid, privateKey } = await domain.domain.keys.ring('portal').active()
    return new SignJWT({ resource: 'Task/sleep-diary-week-1', intent: 'order' })
      .setProtectedHeader({ alg, kid, typ: 'JWT' })
      .setIssuer('demo-portal')
      .setAudience(`Device/${BENCH_APP}`)
      .setSubject('Patient/marijke-jansen')
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  }
  // The code comes last in the form, so that everything before it can be prepared.
  const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
  const prepare = async () => {
    session ??= providerSession(domain.publicUrl, origin, await launchToken())
    return {
      cookies: `cookie: ${await session}\r\n`,
      authorize: get(server, authorizeTarget(domain.publicUrl, await launchToken())),
      form: await tokenForm(domain, grant),
    }
  }
  const use = async (connection: Connection, { authorize, cookies, form }: Awaited<ReturnType<typeof prepare>>) => {
    const asked = await follow(connection, authorize)
    const provided = await follow(connection, get(server, asked.target, '', cookies))
    const back = await follow(connection, get(server, provided.target, '', cookieLine(asked.answer)))
    const code = new URL(back.target, REDIRECT_URI).searchParams.get('code')
    if (!code) throw new Error(`The launch came back without a code: ${back.target}`)
    assertHas(await connection.ask(post(server, '/oauth2/token', `${form}&code=${code}`)), 'id_token')
  }
  return { launchToken, prepare, use }
}

const authorizeTarget = (publicUrl: string, launch: string): string =>
  `/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: BENCH_APP,
    redirect_uri: REDIRECT_URI,
    scope: 'launch openid fhirUser',
    state: 'a-state-that-is-long-enough-to-pass',
    aud: `${publicUrl}/fhir/DEFAULT`,
    launch,
    code_challenge: sha256(VERIFIER),
    code_challenge_method: 'S256',
  })}`

/** The cookie that an answer sets, as a line of the next request. */
export const cookieLine = (answer: Answer): string =>
  `cookie: ${/^[^;]+/.exec(headerOf(answer, 'set-cookie') ?? '')?.[0] ?? ''}\r\n`

/** An answer that redirects, and its target. */
export async function follow(connection: Connection, bytes: Buffer) {
  const answer = await connection.ask(bytes)
  const location = headerOf(answer, 'location')
  if (!location) throw new Error(`No redirect but status ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
  return { answer, target: targetOf(location) }
}

/** Logs a demo person in at the embedded identity provider with a first launch. Returns the session cookies. */
async function providerSession(publicUrl: string, origin: string, launch: string): Promise<string> {
  const fetchThere: typeof fetch = (input, init) => fetch(String(input).replace(publicUrl, origin), init)
  const browser = createUserAgent(fetchThere, (url) => url.startsWith(REDIRECT_URI))
  const page = await browser.get(publicUrl + authorizeTarget(publicUrl, launch))
  const form = formWith(page, 'username', 'password')
  if (!form) throw new Error(`The provider shows no login form at ${page.url}, status ${page.status}`)
  await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
  return browser.cookies(publicUrl)
}
