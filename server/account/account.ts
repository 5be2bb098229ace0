// The API of the pages about the own account: whoever is signed in changes the password and ends sessions; whoever has a link of an
// administrator chooses a new password.

import type { LinkOwner, OwnAccount } from '#lib/api/own-account.ts'
import { linkForm, newPasswordForm, ownNameForm, passwordForm, sessionForm } from '#lib/api/own-account-forms.ts'
import { changed, changeRefused } from '#lib/audit/changes.ts'
import { accountName, accountPassword, accountSignedOut } from '#lib/audit/config-changes.ts'
import { isGuessable } from '#lib/guessable-password.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonRoute, jsonRoutes, refusals } from '#lib/http/json-api.ts'
import type { HeaderMap } from '#lib/http/respond.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import { personMark } from '#lib/oauth/person-mark.ts'
import type { AccountDeps } from './deps.ts'
import type { Session } from './store.ts'
import { type AccountFailureName, FAILURE_TEXTS, STATUS } from './texts.ts'

export type { AccountDeps } from './deps.ts'

/** The interface of the own account for the table of addresses. */
export interface OwnAccountApi {
  /** Everything below /account/api. The JSON is described in lib/api/own-account.ts. */
  readonly handle: Handler
}

const { failure, readJson, api } = refusals(STATUS, FAILURE_TEXTS)

/** Makes the API from its ports. */
export function createAccount(deps: AccountDeps): OwnAccountApi {
  const ownApi = api({
    log: deps.log,
    failed: 'the pages about the own account failed',
    logsMessages: false,
    namesProblems: true,
  })
  const owner = (request: Request) => assertOwner(deps, request)
  const holder = async (request: Request) => assertOwnPage(deps, request, undefined)
  const rows = [
    jsonRoute('me', async () => undefined, { GET: (request) => show(deps, request) }),
    jsonRoute('password', owner, { POST: changePassword(deps) }),
    jsonRoute('name', owner, { POST: changeName(deps) }),
    jsonRoute('sessions/end', owner, { POST: endSession(deps) }),
    jsonRoute('link/owner', holder, { POST: (request) => ownerOfLink(deps, request) }),
    jsonRoute('link', holder, { POST: (request) => useLink(deps, request) }),
  ]
  const otherwise = async (request: Request) => {
    await owner(request)
    throw failure('not_found')
  }
  return { handle: jsonRoutes(ownApi, '/account/api', rows, otherwise) }
}

/** The person who is signed in with an account of this domain. Throws ApiFailure. */
async function assertOwner(deps: AccountDeps, request: Request) {
  const person = await deps.owner(request)
  if (!person) throw failure('not_signed_in')
  assertOwnPage(deps, request, person.username)
  const { account, ...known } = person
  if (deps.provider !== undefined || !account) throw failure('not_here')
  return { ...known, account }
}

/** Throws ApiFailure for a change that another site sent. */
function assertOwnPage({ publicUrl, audit }: AccountDeps, request: Request, username: string | undefined): void {
  if (!isForeignChange(request, publicUrl)) return
  audit.record(changeRefused({ request, person: username === undefined ? undefined : { username } }, 'cross_site'))
  throw failure('cross_site')
}

async function show(deps: AccountDeps, request: Request): Promise<OwnAccount> {
  const person = await deps.owner(request)
  if (!person) return NOBODY
  const { username, name, account, sid } = person
  const shared = deps.isShared(username)
  const sessions = account && deps.provider === undefined ? await deps.accounts.sessions(account.id) : []
  return {
    ...{ signedIn: true, name, username, person: personMark(username), shared },
    role: account?.role ?? null,
    provider: deps.provider ?? null,
    record: await deps.recordOf(username),
    here: sid ?? null,
    sessions: sessions.filter((one) => !shared || one.sid === sid).map(shownSession),
  }
}

const NOBODY: OwnAccount = {
  ...{
    signedIn: false,
    name: null,
    username: null,
    person: null,
    role: null,
    provider: null,
    shared: false,
    record: null,
  },
  ...{ here: null, sessions: [] },
}

const shownTime = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

const shownSession = ({ sid, beganAt, lastUsedAt, network, browser }: Session): OwnAccount['sessions'][number] => ({
  ...{ sid, beganAt: shownTime(beganAt), lastUsedAt: shownTime(lastUsedAt) },
  ...{ network: network ?? null, browser: browser ?? null },
})

type KnownOwner = Awaited<ReturnType<typeof assertOwner>>

const changePassword =
  (deps: AccountDeps) =>
  async (request: Request, _id: string, { username, sid }: KnownOwner): Promise<object> => {
    const form = await readJson(request, passwordForm)
    const refuse = (why: AccountFailureName, headers: HeaderMap = {}) => {
      deps.audit.record(changeRefused({ request, person: { username } }, why))
      return failure(why, { headers })
    }
    if (deps.isShared(username)) throw refuse('shared')
    if (isGuessable(form.next, username)) throw failure('guessable_password')
    const outcome = await deps.accounts.changePassword({
      ...{ ...form, username, sid },
      address: deps.clientAddress(request),
    })
    if (outcome === 'wrong') throw refuse('wrong_password')
    if (outcome !== 'done') throw refuse('too_many_requests', { 'retry-after': String(outcome.wait) })
    const { action, thing } = accountPassword(username)
    deps.audit.record(changed({ request, person: { username } }, action, thing, thing.fields))
    deps.log.info({ event: 'account.password' }, 'a person changed the own password')
    return {}
  }

const changeName =
  (deps: AccountDeps) =>
  async (request: Request, _id: string, { username, account, name: former }: KnownOwner): Promise<object> => {
    const { name } = await readJson(request, ownNameForm)
    if (deps.isShared(username)) {
      deps.audit.record(changeRefused({ request, person: { username } }, 'shared'))
      throw failure('shared')
    }
    if (name === former) return {}
    if (!(await deps.accounts.rename(account.id, name))) throw failure('not_signed_in')
    const { action, thing } = accountName(username, former, name)
    deps.audit.record(changed({ request, person: { username } }, action, thing, thing.fields))
    deps.log.info({ event: 'account.name' }, 'a person changed the own name')
    return {}
  }

const endSession =
  (deps: AccountDeps) =>
  async (request: Request, _id: string, { username, account, sid }: KnownOwner): Promise<object> => {
    const form = await readJson(request, sessionForm)
    if (deps.isShared(username) && form.sid !== sid) throw failure('shared')
    if ((await deps.accounts.signOut(account.id, form.sid)) === 0) throw failure('not_found')
    const { action, thing } = accountSignedOut(username, 1)
    deps.audit.record(changed({ request, person: { username } }, action, thing, thing.fields))
    return {}
  }

async function ownerOfLink(deps: AccountDeps, request: Request): Promise<LinkOwner> {
  const { secret } = await readJson(request, linkForm)
  const found = await deps.accounts.ownerOfLink(secret)
  if (!found) throw failure('link_used')
  return { name: found.name, username: found.username }
}

async function useLink(deps: AccountDeps, request: Request): Promise<{ readonly username: string }> {
  const { secret, password } = await readJson(request, newPasswordForm)
  const owner = await deps.accounts.ownerOfLink(secret)
  if (owner && isGuessable(password, owner.username)) throw failure('guessable_password')
  const username = await deps.accounts.useLink(secret, password, deps.clientAddress(request))
  if (username === undefined) {
    deps.audit.record(changeRefused({ request, person: undefined }, 'link_used'))
    throw failure('link_used')
  }
  const { action, thing } = accountPassword(username, 'link')
  deps.audit.record(changed({ request, person: { username } }, action, thing, thing.fields))
  deps.log.info({ event: 'account.password' }, 'a person chose a new password by a link')
  return { username }
}
