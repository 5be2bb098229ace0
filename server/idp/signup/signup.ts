// The sign-up endpoint: a new account is always a patient's (conformance IDP-10).
import { setTimeout } from 'node:timers/promises'
import type { Bulkhead } from '#lib/async/bulkhead.ts'
import type { Handler } from '#lib/http/handler.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { type Params, queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { signedUp, signupLocked } from '../audited.ts'
import { resumeAddress } from '../authorize/authorize.ts'
import { endpointsOf, type IdpDeps } from '../deps.ts'
import { endpoint } from '../endpoint.ts'
import { assertOwnForm, readForm } from '../form.ts'
import { findInteraction, type Interaction } from '../interaction.ts'
import { switchedLanguage } from '../language-switch.ts'
import type { Attempts } from '../login/attempts.ts'
import { loginFor, ownInteraction } from '../login/login.ts'
import { passwordHash } from '../login/password.ts'
import { Refusal } from '../refusal.ts'
import { endSession, findSession, isMadeFor, startSession } from '../session.ts'
import type { Account } from '../store.ts'
import { TEXTS } from '../texts.ts'
import { inLaunchPage, signedUpAddress } from './in-launch-page.ts'
import { type Problems, parseSignup, type Signup } from './signup-form.ts'
import { signupPage } from './signup-page.ts'

const UNPROCESSABLE = 422
const TOO_MANY_REQUESTS = 429

/** No answer to a sign-up comes earlier: making an account and its person takes a fraction of it, and a taken address none. */
const EARLIEST_ANSWER_MS = 200

/** The handler of {issuer}/signup. The page does not exist where people cannot sign up. */
export function signup(deps: IdpDeps, limits: Attempts, passwords: Bulkhead): Handler {
  const submit: Handler = async (request) => {
    assertOwnForm(request, deps.publicUrl)
    const form = await readForm(request)
    const interaction = await ownInteraction(deps, request, form)
    const parsed = parseSignup(form, deps.clock())
    if ('problems' in parsed) return wrong(deps, request, interaction, form, parsed.problems)
    const address = deps.clientAddress(request)
    const wait = await limits.signup(address)
    if (wait !== undefined) {
      deps.audit.record(signupLocked(request))
      return tooOften(deps, request, interaction, form, wait)
    }
    const earliest = setTimeout(EARLIEST_ANSWER_MS)
    const account = await createAccount(deps, parsed.signup, (work) => passwords.run(networkOf(address), work))
    if (account) deps.audit.record(signedUp(request, account))
    await earliest
    return account && deps.demoAccounts.length > 0
      ? loggedInAtOnce(deps, request, account, interaction)
      : done(deps, request, interaction, parsed.signup.email)
  }

  return endpoint(deps, {
    get: (request) => offered(deps) ?? show(deps, request),
    post: (request) => offered(deps) ?? submit(request),
  })
}

function offered({ signup: possible }: IdpDeps): undefined {
  if (!possible) throw new Refusal('not-found')
}

async function show(deps: IdpDeps, request: Request): Promise<Response> {
  const params = queryParams(request)
  const isDone = params.has('done')
  const switched = switchedLanguage(request, isDone ? signedUpAddress(deps.issuer) : endpointsOf(deps.issuer).signup)
  if (switched) return switched
  const interaction = await findInteraction(deps, request, params.get('interaction'))
  if (!interaction) throw new Refusal('expired')
  const language = languageOf(request)
  if (isDone) {
    const session = await findSession(deps, request)
    const isNew = session !== undefined && isMadeFor(session, interaction.request)
    return inLaunchPage(deps, { language, interaction, signedIn: isNew ? session.account.name : undefined })
  }
  const email = interaction.request.loginHint ?? ''
  const isDemo = deps.demoAccounts.some(({ username }) => username === typedUserName(email))
  const values = { email: isDemo ? '' : email } // Of the demo everybody knows that the address is taken.
  return signupPage(deps, { language, interaction, values, problems: {} })
}

/**
 * In the demo, whose people are invented, a new account is signed in without typing the password again: the answer then
 * tells a new account from an existing one. A launch continues for its own person; anybody else goes on with a task of their own.
 */
async function loggedInAtOnce(deps: IdpDeps, request: Request, account: Account, interaction: Interaction) {
  const { cookie } = await startSession(deps, request, account)
  const { loginHint } = interaction.request
  if (loginHint === undefined || typedUserName(loginHint) === account.username)
    return respondRedirect(request, resumeAddress(deps, interaction.id), { 'set-cookie': cookie })
  return toInLaunchPage(deps, request, interaction, cookie)
}

const toInLaunchPage = ({ issuer }: IdpDeps, request: Request, { id }: Interaction, cookie: string) =>
  respondRedirect(request, withQuery(signedUpAddress(issuer), { interaction: id }), { 'set-cookie': cookie })

/**
 * Elsewhere a new and an existing account get the same answer, so that it does not reveal who has one. The browser's previous
 * session ends, because its person is another one (IDP-13). An existing account still asks for its password.
 */
async function done(deps: IdpDeps, request: Request, interaction: Interaction, email: string): Promise<Response> {
  const cookie = await endSession(deps, request)
  if (interaction.request.loginHint !== undefined) return toInLaunchPage(deps, request, interaction, cookie)
  const notice = TEXTS[languageOf(request)].signup.done(email)
  return loginFor(deps, request, interaction, { username: email, notice, cookies: [cookie] })
}

/** The new account and its person; undefined when an account or a person already has the user name. */
async function createAccount(
  deps: IdpDeps,
  { name, birthDate, gender, email, password }: Signup,
  inTurn: (work: () => Promise<string>) => Promise<string>,
) {
  const hash = await inTurn(() => passwordHash(password)) // First, so that the time does not depend on whether the account exists.
  if (!(await deps.newcomers.mayJoin(email))) return undefined
  const account: Account = {
    id: deps.random.uuid(),
    username: email,
    name,
    role: 'patient',
    passwordHash: hash,
  }
  if (!(await deps.stores.accounts.create({ ...account, createdAt: deps.clock() }))) return undefined
  await deps.newcomers.provision({ username: email, name, birthDate, gender })
  deps.log.info({ event: 'idp.signup', account: account.id }, 'account created')
  return account
}

/** The typed values, without the password. */
const typedValues = (form: Params) => ({
  name: form.get('name') ?? '',
  birthDate: form.get('birthDate') ?? '',
  gender: form.get('gender') ?? '',
  email: form.get('email') ?? '',
})

function wrong(deps: IdpDeps, request: Request, interaction: Interaction, form: Params, problems: Problems) {
  const language = languageOf(request)
  return signupPage(deps, { language, interaction, values: typedValues(form), problems, status: UNPROCESSABLE })
}

function tooOften(deps: IdpDeps, request: Request, interaction: Interaction, form: Params, wait: number) {
  const language = languageOf(request)
  return signupPage(deps, {
    language,
    interaction,
    values: typedValues(form),
    problems: {},
    error: TEXTS[language].signup.tooOften(Math.ceil(wait / 60)),
    status: TOO_MANY_REQUESTS,
    headers: { 'retry-after': String(wait) },
  })
}
