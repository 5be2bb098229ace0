// The login endpoint: shows the page, verifies the password, continues the request (conformance IDP-12 to IDP-15, SEC-11).

import type { Bulkhead } from '#lib/async/bulkhead.ts'
import type { Handler } from '#lib/http/handler.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { OAuthError, oauthErrorRedirect } from '#lib/oauth/oauth-error.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import type { Explained, StepRecorder } from '#lib/trace/trace.ts'
import { accountLocked, loggedIn, loginFailed, loginLocked } from '../audited.ts'
import { resumeAddress } from '../authorize/authorize.ts'
import { endpointsOf, type IdpDeps } from '../deps.ts'
import { endpoint } from '../endpoint.ts'
import { assertCsrf, assertOwnForm, readForm } from '../form.ts'
import { csrfToken, endInteraction, findInteraction, type Interaction } from '../interaction.ts'
import { switchedLanguage } from '../language-switch.ts'
import { Refusal } from '../refusal.ts'
import { findSession, startSession } from '../session.ts'
import type { Account } from '../store.ts'
import { TEXTS } from '../texts.ts'
import type { Attempts, Wait } from './attempts.ts'
import { credentialsOf } from './credentials.ts'
import { type LoginPage, loginPage } from './login-page.ts'

const UNPROCESSABLE = 422 // 401 would promise an HTTP authentication scheme (RFC 9110 §15.5.2).
const TOO_MANY_REQUESTS = 429

interface NotLoggedInReason {
  readonly wait?: Wait
  readonly account?: Account | undefined
  readonly locked?: boolean
}

/** A failed attempt. After too many, `wait` says who has to wait, and for how long. */
class NotLoggedIn extends Error implements Explained {
  readonly wait: Wait | undefined
  /** The account with the user name, if it was looked up and exists. For the audit log. */
  readonly account: Account | undefined
  /** True when the password is right, and an administrator locked the account. */
  readonly isLocked: boolean

  constructor({ wait, account, locked = false }: NotLoggedInReason) {
    super('not signed in')
    this.wait = wait
    this.account = account
    this.isLocked = locked
  }

  get explanation() {
    if (this.isLocked) return { code: 'account-locked', reason: 'an administrator locked the account.' }
    return this.wait === undefined
      ? { code: 'wrong', reason: 'user name or password is wrong.' }
      : { code: 'locked', reason: `too many attempts; try again in ${this.wait.seconds} seconds.` }
  }
}

function notLoggedIn(error: unknown): NotLoggedIn {
  if (error instanceof NotLoggedIn) return error
  throw error
}

/** The handler of {issuer}/login. */
export function login(deps: IdpDeps, limits: Attempts, passwords: Bulkhead): Handler {
  const attempt = credentialsOf(deps.stores.accounts, deps.random)

  const submit = async (request: Request, recorder: StepRecorder): Promise<Response> => {
    assertOwnForm(request, deps.publicUrl)
    const form = await readForm(request)
    const interaction = await ownInteraction(deps, request, form)
    const { state, clientId } = interaction.request
    if (state) recorder.correlatedBy('idp-state', state)
    recorder.sent({ ...(form.has('cancel') ? { cancel: true } : {}), username: form.get('username'), for: clientId })
    if (form.has('cancel')) return cancelled(deps, request, interaction)
    const username = typedUserName(form.get('username') ?? '')
    const password = form.get('password') ?? ''
    if (username === '' || password === '') {
      const error = TEXTS[languageOf(request)].login.missing
      return page(deps, request, interaction, { username, error, status: UNPROCESSABLE })
    }
    const address = deps.clientAddress(request)
    // What the page itself shows is no guess: the buttons of the demo go on where others have guessed.
    const isShown = deps.demoAccounts.some((shown) => shown.username === username && shown.password === password)
    const account = await recorder
      .check('idp.credentials', () =>
        // The limits do not count an attempt that the bulkhead refuses.
        passwords.run(networkOf(address), async () => {
          const wait = isShown ? undefined : await limits.login(username, address)
          if (wait !== undefined) throw new NotLoggedIn({ wait })
          const { account: found, proven, locked: isLocked } = await attempt(username, password)
          if (!found || !proven) throw new NotLoggedIn({ account: found, locked: isLocked })
          return found
        }),
      )
      .catch(notLoggedIn)
    if (account instanceof NotLoggedIn) {
      const { wait, isLocked } = account
      deps.audit.record(eventOf(request, account))
      const answer =
        wait === undefined
          ? wrong(deps, request, interaction, { username, isLocked })
          : locked(deps, request, interaction, { username, wait })
      return recorder.end(await answer, account)
    }
    if (!isShown) await limits.succeeded(username, address)
    const { cookie } = await startSession(deps, request, account)
    deps.log.info({ event: 'idp.login', account: account.id, client: interaction.request.clientId }, 'signed in')
    deps.audit.record(loggedIn(request, account))
    return respondRedirect(request, resumeAddress(deps, interaction.id), { 'set-cookie': cookie })
  }

  return endpoint(deps, { get: (request) => show(deps, request), post: submit }, 'idp.login')
}

/** The interaction of a form. Throws Refusal when the form is not ours or the interaction has ended. */
export async function ownInteraction(
  deps: IdpDeps,
  request: Request,
  form: Awaited<ReturnType<typeof readForm>>,
): Promise<Interaction> {
  const id = form.get('interaction')
  assertCsrf(form, id === undefined ? undefined : csrfToken(deps, request, id))
  const interaction = await findInteraction(deps, request, id)
  if (!interaction) throw new Refusal('expired')
  return interaction
}

async function show(deps: IdpDeps, request: Request): Promise<Response> {
  const switched = switchedLanguage(request, endpointsOf(deps.issuer).login)
  if (switched) return switched
  const interaction = await findInteraction(deps, request, queryParams(request).get('interaction'))
  if (!interaction) throw new Refusal('expired')
  return loginFor(deps, request, interaction)
}

/** The login page, filled in with the expected user name or the one of the logged-in person. */
export async function loginFor(
  deps: IdpDeps,
  request: Request,
  interaction: Interaction,
  { username, ...content }: Partial<PageContent> = {},
): Promise<Response> {
  // Who asked for a new sign-in is mostly somebody else than the person who is signed in.
  const isNew = username !== undefined || interaction.request.prompt === 'login'
  const current = isNew ? undefined : (await findSession(deps, request))?.account.username
  return page(deps, request, interaction, {
    ...content,
    username: username ?? interaction.request.loginHint ?? current ?? '',
  })
}

function eventOf(request: Request, { wait, account, isLocked }: NotLoggedIn) {
  if (wait !== undefined) return loginLocked(request)
  return isLocked && account ? accountLocked(request, account) : loginFailed(request, account)
}

interface Wrong {
  readonly username: string
  readonly isLocked: boolean
}

function wrong(deps: IdpDeps, request: Request, interaction: Interaction, { username, isLocked }: Wrong) {
  deps.log.warn({ event: 'idp.login.failed', client: interaction.request.clientId }, 'sign-in failed')
  const texts = TEXTS[languageOf(request)].login
  const error = isLocked ? texts.accountLocked : texts.wrong
  return page(deps, request, interaction, { username, error, status: UNPROCESSABLE })
}

interface Locked {
  readonly username: string
  readonly wait: Wait
}

function locked(deps: IdpDeps, request: Request, interaction: Interaction, { username, wait }: Locked) {
  deps.log.warn({ event: 'idp.login.locked', client: interaction.request.clientId, ...wait }, 'sign-in locked')
  const error = TEXTS[languageOf(request)].login.locked[wait.of](Math.ceil(wait.seconds / 60))
  const headers = { 'retry-after': String(wait.seconds) }
  return page(deps, request, interaction, { username, error, status: TOO_MANY_REQUESTS, headers })
}

/** The person cancelled: the relying party gets access_denied (OIDC Core §3.1.2.6). */
async function cancelled(deps: IdpDeps, request: Request, interaction: Interaction): Promise<Response> {
  if (!(await endInteraction(deps, request, interaction))) throw new Refusal('expired')
  deps.log.info({ event: 'idp.login.cancelled', client: interaction.request.clientId }, 'sign-in cancelled')
  const error = new OAuthError('access_denied', 'The person cancelled the login.')
  return oauthErrorRedirect(request, error, { ...interaction.request, issuer: deps.issuer })
}

type PageContent = Pick<LoginPage, 'username' | 'error' | 'notice' | 'status' | 'headers' | 'cookies'>

async function page(deps: IdpDeps, request: Request, interaction: Interaction, content: PageContent) {
  const { clientId, state } = interaction.request
  const language = languageOf(request)
  const party = deps.relyingParties.find((one) => one.clientId === clientId)
  const [session, purpose] = await Promise.all([
    content.cookies ? undefined : findSession(deps, request), // When this answer ends the session, nobody is shown as logged in.
    state === undefined ? undefined : party?.purposeOf?.(state, language),
  ])
  return loginPage(deps, {
    language,
    interaction,
    relyingParty: party?.placeOf?.(request)?.[language] ?? party?.name ?? clientId,
    purpose,
    current: session?.account,
    ...content,
  })
}
