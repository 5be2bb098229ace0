// Logs in the demo person whom the browser chose at a page of the relying party, with the public password of the demo:
// what the button of that person on the login page does. Outside of a demo there is nobody to choose.
import type { Bulkhead } from '#lib/async/bulkhead.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { loggedIn } from '../audited.ts'
import type { IdpDeps } from '../deps.ts'
import { type LoginSession, startSession } from '../session.ts'
import type { AuthenticationRequest } from '../store.ts'
import { credentialsOf } from './credentials.ts'

/** A log-in, and the Set-Cookie values that go with its answer. */
export interface OneClickLogin {
  readonly session: LoginSession
  readonly cookies: readonly string[]
}

/** The log-in of the chosen person; undefined when the browser chose nobody, or the demo password holds no more. */
export function oneClickLogin(deps: IdpDeps, passwords: Bulkhead) {
  const attempt = credentialsOf(deps.stores.accounts, deps.random)
  return async (request: Request, asked: AuthenticationRequest): Promise<OneClickLogin | undefined> => {
    const person = deps.demoAccounts.find(({ username }) => username === asked.loginHint)
    const party = deps.relyingParties.find(({ clientId }) => clientId === asked.clientId)
    const used = person && party?.chosen?.(request, asked)
    if (!person || !used) return undefined
    const { account, proven } = await passwords.run(networkOf(deps.clientAddress(request)), () =>
      attempt(person.username, person.password),
    )
    if (!account || !proven) return undefined
    const { cookie, session } = await startSession(deps, request, account)
    deps.log.info({ event: 'idp.login', account: account.id, client: asked.clientId }, 'signed in')
    deps.audit.record(loggedIn(request, account))
    return { session, cookies: [used, cookie] }
  }
}
