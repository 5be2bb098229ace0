// Plays the launched app with the app's own key, for failures that an app makes: it authorizes, logs in and exchanges the code as
// an app does, with one defect.

import type { SigningKey } from '#lib/crypto/key-ring.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import { createUserAgent, formWith, type UserAgent, withoutQuery } from '#lib/http/user-agent.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { readSmartConfiguration } from '#lib/oauth/smart-configuration.ts'
import { requestToken, type TokenRequestDeps, TokenRequestError } from '#lib/oauth/token-request.ts'
import { CommandFailed } from '../output.ts'
import { checkOf } from './check-name.ts'
import { type Flow, signIn } from './flow.ts'
import { passedLogin } from './login-page.ts'
import { stepsOf } from './steps.ts'

/** The launch with this command in the place of the app. */
export async function playApp(flow: Flow, key: SigningKey): Promise<void> {
  const { app, domain, fail, log, fetch, now } = flow
  const [redirectUri] = app.redirectUris
  if (!redirectUri) throw new CommandFailed(`${app.clientId} has no redirect_uri.`)
  const iss = canonicalBase(domain.addresses)
  const { token_endpoint } = await readSmartConfiguration(fetch, iss)
  const verifier = systemRandom.token()
  const browser = createUserAgent(fetch, (url) => withoutQuery(url) === withoutQuery(redirectUri), now)
  const code = await askForCode(flow, browser, { iss, redirectUri, verifier })
  if (!code) return
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: fail === 'pkce-mismatch' ? systemRandom.token() : verifier,
  }
  const deps = {
    clientId: app.clientId,
    keys: { ...UNPUBLISHED, active: async () => key },
    fetch,
    clock: domain.clock,
    random: systemRandom,
  }
  const ask = async (step: string, form: Readonly<Record<string, string>>) => {
    const sentAt = now()
    const outcome = await outcomeOf(deps, token_endpoint, form)
    log.note({ step, peer: 'oauth', url: token_endpoint, ms: Math.round(now() - sentAt), ...outcome })
  }
  await ask('code is exchanged', grant)
  if (fail === 'reused-code') await ask('code is exchanged again', grant)
  if (fail === 'no-permission')
    await ask('app asks for a bearer token', { grant_type: 'client_credentials', scope: await forbiddenScope(flow) })
}

const UNPUBLISHED = { publicJwks: async () => ({ keys: [] }) }

interface Asking {
  readonly iss: string
  readonly redirectUri: string
  readonly verifier: string
}

/** Authorize and log in; the code, or undefined when it was refused. */
async function askForCode(flow: Flow, browser: UserAgent, asking: Asking): Promise<string | undefined> {
  const { app, domain, token, fail, log } = flow
  const { iss, redirectUri, verifier } = asking
  const requestedUri = fail === 'redirect_uri-mismatch' ? `${redirectUri}/elsewhere` : redirectUri
  const page = await browser.get(
    withQuery(`${domain.addresses.authUrl}/oauth2/authorize`, {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: requestedUri,
      scope: 'launch openid fhirUser',
      state: systemRandom.token(),
      aud: iss,
      launch: token,
      code_challenge: codeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  )
  const form = formWith(page, 'username', 'password')
  const ended = form ? await signIn(flow, browser, form) : page
  for (const one of form ? [page, ended] : [page])
    for (const step of stepsOf(one, app, domain.addresses)) log.note(step)
  passedLogin(flow, form ? [page, ended] : [page])
  return new URL(ended.visits.at(-1)?.location ?? iss).searchParams.get('code') ?? undefined
}

async function outcomeOf(deps: TokenRequestDeps, endpoint: string, form: Readonly<Record<string, string>>) {
  try {
    await requestToken(deps, endpoint, form)
    return { ok: true, status: 200 }
  } catch (error) {
    if (!(error instanceof TokenRequestError)) throw error
    const check = checkOf(error.errorDescription)
    const detail = `${error.error ?? 'no answer'}: ${error.errorDescription ?? error.message}`
    return { ok: false, status: error.status ?? 0, detail, ...(check ? { check } : {}) }
  }
}

/** The failure cannot be made with this app: a test of it says so and goes on. */
export class NothingToRefuse extends CommandFailed {}

/** A scope that the role of the app does not permit. */
async function forbiddenScope({ domain, app }: Flow): Promise<string> {
  const permissions = await domain.permissions(app.clientId)
  const everywhere = permissions.filter(({ type }) => type === '*' || type === 'Task')
  const letter = [...'dcusr'].find((one) => !everywhere.some(({ operations }) => operations.includes(one)))
  if (!letter)
    throw new NothingToRefuse('The role of this app permits every operation on Task, so nothing can be refused.')
  return `system/Task.${letter}`
}
