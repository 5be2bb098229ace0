// The load while the server is killed: launches, tokens, registrations and rotations over HTTP, until there is no answer.
import type { UserAgent } from '#lib/http/user-agent.ts'
import { clientAssertion, type TestApp } from '../app.ts'
import { assertion, bearer, codeOf, exchange } from '../launch-over-http.ts'
import type { Acknowledged, Registration, Round } from './acknowledged.ts'
import type { Chance } from './random.ts'
import { type LoadedSite, signLaunch } from './site.ts'
import { writerOf } from './writes.ts'

export interface Load {
  readonly site: LoadedSite
  readonly chance: Chance
  readonly known: Acknowledged
  readonly round: Round
  /** True until the server is killed. */
  readonly goesOn: () => boolean
  /** Called with each answer. */
  readonly answered: () => void
}

/** One of three codes stays unused, to be used after the kill. */
const KEPT_CODES = 0.33
/** Making a key takes longer than registering an app: many are cut off. */
const ROTATIONS = 0.5

/** Runs the whole load; resolves when the last of it has no answer any more. */
export async function underLoad(load: Load): Promise<void> {
  const { site } = load
  await Promise.all([
    ...site.browsers.map((browser) => repeated(load, () => launch(load, browser))),
    repeated(load, () => credentials(load, site.app)),
    repeated(load, () => administration(load)),
    writing(load).then((write) => repeated(load, write)),
  ])
}

async function repeated({ goesOn, answered, known }: Load, once: () => Promise<void>): Promise<void> {
  while (goesOn()) {
    try {
      await once()
      answered()
    } catch (error) {
      // No answer is what a kill looks like; with the server alive it is a fault.
      if (goesOn()) known.violations.push(`No answer while nothing was killed: ${String(error)}`)
      return
    }
  }
}

/** authorize, login where asked, callback, and mostly token. */
async function launch({ site, chance, known, round }: Load, browser: UserAgent): Promise<void> {
  const launch = await signLaunch(site)
  const at = round.launches.push({ launch, use: 'unknown' }) - 1
  const code = await codeOf(site, site.app, launch, browser)
  round.launches[at] = { launch, use: 'used' }
  const place = round.codes.push({ code, use: 'unused', at: Date.now() }) - 1
  if (chance.next() < KEPT_CODES) return
  round.codes[place] = { code, use: 'unknown', at: Date.now() }
  const token = await answered(known, (headers) => exchange(site, site.app, site.publicUrl, code, { headers }))
  if (token) round.codes[place] = { code, use: 'used', token, at: Date.now() }
}

async function credentials({ site, known, round }: Load, app: TestApp): Promise<void> {
  const used = await assertion(site, app)
  const at = round.assertions.push({ assertion: used, use: 'unknown' }) - 1
  const token = await answered(known, (headers) => bearer(site.publicUrl, used, { headers }))
  if (!token) return
  round.assertions[at] = { assertion: used, use: 'used' }
  round.tokens.push(token)
}

/** The token of an answer, noted with the id of its request. */
async function answered(
  known: Acknowledged,
  ask: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<string | undefined> {
  const id = crypto.randomUUID()
  const response = await ask({ 'x-request-id': id })
  const body = (await response.json()) as { readonly access_token?: string; readonly error?: string }
  if (response.status === 503) known.unavailable += 1
  else if (response.status !== 200 || body.access_token === undefined)
    known.violations.push(`A good token request was answered with ${response.status} ${body.error}`)
  else known.answeredTokens.add(id)
  return response.status === 200 ? body.access_token : undefined
}

/** The writes of one round; none where the server ended before it gave a token. */
async function writing({ site, known, goesOn }: Load): Promise<() => Promise<void>> {
  try {
    return await writerOf(site, known)
  } catch (error) {
    if (goesOn()) known.violations.push(`No token to write with: ${String(error)}`)
    return () => Promise.reject(error)
  }
}

async function administration(load: Load): Promise<void> {
  if (load.chance.next() < ROTATIONS) return rotate(load)
  return register(load)
}

async function register({ site, known }: Load): Promise<void> {
  const clientId = `crash-${crypto.randomUUID()}`
  const { privateKey, publicJwk } = site.keys
  const app: Registration = {
    clientId,
    name: `App ${clientId}`,
    redirectUri: `http://localhost:8080/${clientId}/callback`,
    privateKey,
    kid: `${clientId}-key`,
  }
  const jwks = JSON.stringify({ keys: [{ ...publicJwk, kid: app.kid }] })
  const { name, redirectUri } = app
  const launchUrl = `http://localhost:8080/${clientId}/launch`
  const body = {
    clientId,
    name,
    kind: 'module',
    redirectUris: [redirectUri],
    launchUrl,
    role: 'reader',
    keys: { jwks },
  }
  if (await administered(site, known, 'apps', body)) known.registrations.push(app)
}

async function rotate({ site, known }: Load): Promise<void> {
  const keys = await administered(site, known, 'keys/rotate', { owner: 'oauth', now: true })
  const items = (keys?.['items'] ?? []) as readonly { kid: string; owner: string; status: string }[]
  const active = items.find(({ owner, status }) => owner === 'oauth' && status === 'active')
  if (active) known.rotations.push(active.kid)
}

/** The JSON of a change at the console; undefined when the server cannot for now. */
async function administered(
  { publicUrl, adminCookie: cookie }: LoadedSite,
  known: Acknowledged,
  place: string,
  body: object,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await fetch(`${publicUrl}/admin/api/${place}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: publicUrl,
      cookie,
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Readonly<Record<string, unknown>>
  if (response.status === 200) return answer
  if (response.status === 503) known.unavailable += 1
  else known.violations.push(`The console answered ${response.status} to ${place}: ${JSON.stringify(answer)}`)
  return undefined
}

/** A client that was registered under load gets a token with the key that it registered. */
export const proves = async ({ publicUrl }: Pick<LoadedSite, 'publicUrl'>, app: Registration): Promise<boolean> =>
  (await bearer(publicUrl, await clientAssertion(app, `${publicUrl}/oauth2/token`, Date.now()))).status === 200
