// Attempts after a kill, over HTTP: everything used before must be refused; everything issued and unused must still be valid;
// everything without an answer must be valid at most once.
import { decodeProtectedHeader } from 'jose'
import { assertion, authorize, authorizeQuery, bearer, errorOf, exchange, introspect } from '../launch-over-http.ts'
import type { Acknowledged, AskedAssertion, AskedCode, AskedLaunch, Round } from './acknowledged.ts'
import { proves } from './load.ts'
import type { LoadedSite } from './site.ts'

/** Codes live a minute; one that is nearly over proves nothing. */
const CODE_USABLE_MS = 45_000

/** Keys that signed within the last minutes: a retired one is published for ten. */
const RECENT_KEYS = 5

/** The number of attempts of each kind. */
export interface Tried {
  launches: number
  codes: number
  assertions: number
  tokens: number
  registrations: number
}

export const noneTried = (): Tried => ({ launches: 0, codes: 0, assertions: 0, tokens: 0, registrations: 0 })

/** Tries everything of the last round; what is wrong, one sentence each. */
export async function replayed(
  site: LoadedSite,
  round: Round,
  known: Acknowledged,
  tried: Tried,
): Promise<readonly string[]> {
  const fresh = known.registrations.slice(-3)
  tried.launches += round.launches.length
  tried.codes += round.codes.length
  tried.assertions += round.assertions.length
  tried.tokens += round.tokens.length
  tried.registrations += fresh.length
  const wrong = await Promise.all([
    inTurn(round.launches, (asked) => launchAgain(site, asked)),
    inTurn(round.codes, (asked) => codeAgain(site, asked)),
    inTurn(round.assertions, (asked) => assertionAgain(site, asked)),
    inTurn(round.tokens, (token) => tokenReads(site, token)),
    inTurn(fresh, async (app) => ((await proves(site, app)) ? [] : [`The app ${app.clientId} gets no token`])),
    keySigns(site, known),
  ])
  return wrong.flat()
}

async function inTurn<Thing>(things: readonly Thing[], look: (thing: Thing) => Promise<readonly string[]>) {
  const wrong: string[] = []
  for (const thing of things) wrong.push(...(await look(thing)))
  return wrong
}

async function launchAgain(site: LoadedSite, { launch, use }: AskedLaunch): Promise<readonly string[]> {
  const again = async () => {
    const response = await authorize(site.publicUrl, authorizeQuery(site, site.app, launch))
    return errorOf(response) === null ? 'accepted' : 'refused'
  }
  if (use === 'unknown') await again()
  return (await again()) === 'refused' ? [] : [`A launch that was ${before(use)} was accepted again`]
}

async function codeAgain(site: LoadedSite, { code, use, token, at }: AskedCode): Promise<readonly string[]> {
  const wrong: string[] = []
  const again = async () => (await exchange(site, site.app, site.publicUrl, code)).status
  if (token && !(await isActive(site, token))) wrong.push('The token of a launch is not active after the kill')
  if (use !== 'used') {
    const first = await again()
    const isGood = Date.now() - at < CODE_USABLE_MS
    if (use === 'unused' && isGood && first !== 200) wrong.push(`A code that was given out and not used gave ${first}`)
  }
  if ((await again()) !== 400) wrong.push(`A code that was ${before(use)} gave a token again`)
  if (token && (await isActive(site, token))) wrong.push('A code was shown again, and its token is still active')
  return wrong
}

async function assertionAgain(site: LoadedSite, { assertion: used, use }: AskedAssertion): Promise<readonly string[]> {
  if (use === 'unknown') await bearer(site.publicUrl, used)
  const { status } = await bearer(site.publicUrl, used)
  return status === 401 ? [] : [`An assertion that was ${before(use)} gave ${status}`]
}

const before = (use: string) => (use === 'used' ? 'used' : 'shown just now')

async function tokenReads({ publicUrl }: LoadedSite, token: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${publicUrl}/fhir/Patient/marijke-jansen`, { headers })
  return status === 200 ? [] : [`A bearer token from before the kill gave ${status}`]
}

async function isActive(site: LoadedSite, token: string): Promise<boolean> {
  const response = await introspect(site, site.app, site.publicUrl, token)
  return ((await response.json()) as { readonly active: boolean }).active
}

/** A token of now is signed with a published key: that of the last rotation that was answered, or a later one. */
async function keySigns(site: LoadedSite, { rotations }: Acknowledged): Promise<readonly string[]> {
  const response = await bearer(site.publicUrl, await assertion(site, site.app))
  if (response.status !== 200) return [`After the kill a good request for a token gave ${response.status}`]
  const { access_token } = (await response.json()) as { readonly access_token: string }
  const { keys } = (await (await fetch(`${site.publicUrl}/oauth2/jwks`)).json()) as {
    readonly keys: readonly { readonly kid: string }[]
  }
  const { kid = '' } = decodeProtectedHeader(access_token)
  const isOld = rotations.slice(0, -1).includes(kid) && kid !== rotations.at(-1)
  const unpublished = [kid, ...rotations.slice(-RECENT_KEYS)].filter((one) => !keys.some((key) => key.kid === one))
  return [
    ...(isOld ? [`${kid} signs, which was replaced before`] : []),
    ...unpublished.map((one) => `${one} signed within the last minutes and is not published`),
  ]
}
