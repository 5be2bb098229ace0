// Measures work with signatures: tokens, introspection and whole launches, beside signature work alone.
import { SignJWT } from 'jose'
import { sha256 } from '#lib/crypto/hash.ts'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { type Answer, type Connection, headerOf } from '../connection.ts'
import { BENCH_APP, CREDENTIALS, REDIRECT_URI, tokenForm } from '../domain.ts'
import { MOST_TAIL } from '../goals.ts'
import { drive, type Result, type Server } from '../load.ts'
import type { startSignatures } from '../processes.ts'
import { assertHas, type Bench, bearers, get, post, targetOf } from '../requests.ts'
import type { Contender, Row } from '../rounds.ts'

type Signatures = Awaited<ReturnType<typeof startSignatures>>

const WIDTH = 8
/** Items per second that are prepared for the first turn; later turns use the measured pace. */
const FIRST_PACE = 500
const ROOM = 1.5
const VERIFIER = 'a-verifier-that-every-launch-of-the-benchmark-uses'

export async function tokenRows(bench: Bench, least: Bench, { contender }: Signatures): Promise<readonly Row[]> {
  const signed = (kind: 'token' | 'launch') => ({ baselineName: 'signatures alone', baseline: contender(kind) })
  const [leastToken, leastLaunch] = [tokens(least), await launches(least)]
  const baselineName = 'the least'
  return [
    { name: 'least for a token: HTTP, signatures, a used id on the disk', ours: leastToken, ...signed('token') },
    {
      name: 'client_credentials',
      goal: 0.7,
      tailGoal: MOST_TAIL,
      ours: tokens(bench),
      baselineName,
      baseline: leastToken,
    },
    { name: 'introspect', ours: introspections(bench), baselineName, baseline: leastToken },
    {
      name: 'least for a launch: four requests, signatures, used ids on the disk',
      ours: leastLaunch,
      ...signed('launch'),
    },
    {
      name: 'launch: authorize, callback, token',
      goal: 0.55,
      ours: await launches(bench),
      baselineName,
      baseline: leastLaunch,
    },
  ]
}

/**
 * A contender that consumes items prepared before the clock starts: half as many again as the last turn used. If they
 * run out, it makes more during the turn, which can only make it look slower.
 */
export function stocked<T>(
  make: () => Promise<T>,
  run: (next: () => Promise<T>, seconds: number) => Promise<Result>,
): Contender {
  let pace = FIRST_PACE
  return async (seconds) => {
    const made: T[] = []
    while (made.length < pace * seconds) made.push(await make())
    const result = await run(async () => made.pop() ?? make(), seconds)
    pace = result.perSecond * ROOM
    return result
  }
}

/** A load of prepared items. */
const stockedLoad = <T>(
  server: Server,
  make: () => Promise<T>,
  use: (connection: Connection, item: T) => Promise<unknown>,
): Contender =>
  stocked(make, (next, seconds) => drive(server, async (connection) => use(connection, await next()), seconds, WIDTH))

export const tokens = ({ slipway, domain }: Bench): Contender =>
  stockedLoad(
    slipway,
    async () => post(slipway, '/oauth2/token', await tokenForm(domain, CREDENTIALS)),
    async (connection, request) => assertHas(await connection.ask(request), 'access_token'),
  )

export function introspections(bench: Bench): Contender {
  const { slipway, domain } = bench
  const bearer = bearers(bench)
  return stockedLoad(
    slipway,
    async () => post(slipway, '/oauth2/introspect', await tokenForm(domain, { token: await bearer() })),
    async (connection, request) => assertHas(await connection.ask(request), 'active', true),
  )
}

/** Launches the same person into the app repeatedly. */
export async function launches(bench: Bench): Promise<Contender> {
  const { prepare, launch } = await launcher(bench)
  return stockedLoad(bench.slipway, prepare, launch)
}

/** The requisites of successive launches: a platform's key, and a person logged in at the identity provider. */
export async function launcher({ slipway, domain, origin = domain.publicUrl }: Bench) {
  const portalKey = await domain.domain.keys.ring('portal').active()
  const launchToken = () =>
    new SignJWT({ resource: 'Task/sleep-diary-week-1', intent: 'order' })
      .setProtectedHeader({ alg: portalKey.alg, kid: portalKey.kid, typ: 'JWT' })
      .setIssuer('demo-portal')
      .setAudience(`Device/${BENCH_APP}`)
      .setSubject('Patient/marijke-jansen')
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(portalKey.privateKey)
  const session = await providerSession(domain.publicUrl, origin, await launchToken())
  // The code comes last in the form, so that everything before it can be prepared.
  const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
  const prepare = async () => ({
    authorize: get(slipway, authorizeTarget(domain.publicUrl, await launchToken())),
    form: await tokenForm(domain, grant),
  })
  const launch = async (connection: Connection, { authorize, form }: Awaited<ReturnType<typeof prepare>>) => {
    const asked = await follow(connection, authorize)
    const provided = await follow(connection, get(slipway, asked.target, undefined, `cookie: ${session}\r\n`))
    const back = await follow(connection, get(slipway, provided.target, undefined, cookieLine(asked.answer)))
    const code = new URL(back.target, REDIRECT_URI).searchParams.get('code')
    if (!code) throw new Error(`The launch came back without a code: ${back.target}`)
    assertHas(await connection.ask(post(slipway, '/oauth2/token', `${form}&code=${code}`)), 'id_token')
  }
  return { launchToken, prepare, launch }
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
