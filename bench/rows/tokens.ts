// Measures work with signatures: tokens, introspection and whole launches, beside signature work alone.

import { SignJWT } from 'jose'
import { sha256 } from '#lib/crypto/hash.ts'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import type { Answer } from '../connection.ts'
import { type Connection, headerOf } from '../connection.ts'
import { BENCH_APP, CREDENTIALS, REDIRECT_URI, tokenForm } from '../domain.ts'
import { drive, type Result, type Work } from '../load.ts'
import type { Process, startSignatures } from '../processes.ts'
import type { Contender } from '../rounds.ts'
import type { Bench, Row } from '../row.ts'
import { bearers, get, post } from './requests.ts'

type Signatures = Awaited<ReturnType<typeof startSignatures>>

const WIDTH = 8
/** Items per second that are prepared for the first turn; later turns use the measured pace. */
const FIRST_PACE = 500
const ROOM = 1.5
const VERIFIER = 'a-verifier-that-every-launch-of-the-benchmark-uses'

export async function tokenRows(bench: Bench, least: Process, signatures: Signatures): Promise<readonly Row[]> {
  return [
    {
      name: 'least for a token: HTTP, signatures, a used id on the disk',
      baselineName: 'signatures alone',
      goal: undefined,
      ours: tokens({ ...bench, slipway: least }),
      baseline: signatures.contender('token'),
    },
    {
      name: 'client_credentials',
      baselineName: 'signatures alone',
      goal: 0.6,
      ours: tokens(bench),
      baseline: signatures.contender('token'),
    },
    {
      name: 'introspect',
      baselineName: 'signatures alone (token)',
      goal: undefined,
      ours: introspections(bench),
      baseline: signatures.contender('token'),
    },
    {
      name: 'least for a launch: four requests, signatures, used ids on the disk',
      baselineName: 'signatures alone',
      goal: undefined,
      ours: await launches({ ...bench, slipway: least }),
      baseline: signatures.contender('launch'),
    },
    {
      name: 'launch: authorize, callback, token',
      baselineName: 'signatures alone',
      goal: 0.5,
      ours: await launches(bench),
      baseline: signatures.contender('launch'),
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

export const tokens = ({ slipway, domain }: Bench): Contender =>
  stocked(
    async () => post(slipway, '/oauth2/token', await tokenForm(domain, CREDENTIALS)),
    (next, seconds) => {
      const work: Work = async (connection) => assertHas(await connection.ask(await next()), 'access_token')
      return drive(slipway, work, seconds, WIDTH)
    },
  )

export function introspections(bench: Bench): Contender {
  const { slipway, domain } = bench
  const bearer = bearers(bench)
  return stocked(
    async () => post(slipway, '/oauth2/introspect', await tokenForm(domain, { token: await bearer() })),
    (next, seconds) => {
      const work: Work = async (connection) => assertHas(await connection.ask(await next()), 'active', true)
      return drive(slipway, work, seconds, WIDTH)
    },
  )
}

export function assertHas(answer: Answer, member: string, value?: unknown): void {
  const body = answer.status === 200 ? (JSON.parse(answer.body.toString()) as Record<string, unknown>) : {}
  if (body[member] === undefined || (value !== undefined && body[member] !== value))
    throw new Error(`status ${answer.status}, ${answer.body.toString().slice(0, 300)}`)
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
    const cookie = /^[^;]+/.exec(headerOf(asked.answer, 'set-cookie') ?? '')?.[0] ?? ''
    const provided = await follow(connection, get(slipway, asked.target, undefined, `cookie: ${session}\r\n`))
    const back = await follow(connection, get(slipway, provided.target, undefined, `cookie: ${cookie}\r\n`))
    const code = new URL(back.target, REDIRECT_URI).searchParams.get('code')
    if (!code) throw new Error(`The launch came back without a code: ${back.target}`)
    assertHas(await connection.ask(post(slipway, '/oauth2/token', `${form}&code=${code}`)), 'id_token')
  }
  return { launchToken, prepare, launch }
}

/** Launches the same person into the app repeatedly. */
export async function launches(bench: Bench): Promise<Contender> {
  const { prepare, launch } = await launcher(bench)
  return stocked(prepare, (next, seconds) =>
    drive(bench.slipway, async (connection) => launch(connection, await next()), seconds, WIDTH),
  )
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

async function follow(connection: Connection, bytes: Buffer) {
  const answer = await connection.ask(bytes)
  const location = headerOf(answer, 'location')
  if (!location) throw new Error(`No redirect but status ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
  const { pathname, search } = new URL(location)
  return { answer, target: pathname + search }
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
