// Assembles the pages about the own account, and gives the console and the command line the work on accounts.
import { humanName } from '#lib/fhir/display-name.ts'
import { PERSON_TYPES } from '#lib/fhir/person-role.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { createAccount, type OwnAccountApi } from '../account/account.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import type { Accounts } from '../idp/idp.ts'
import type { Storage } from '../storage/storage.ts'
import type { Peers } from './peers.ts'
import type { Dependencies } from './ports.ts'

export const wireAccount = (ports: Dependencies): OwnAccountApi => {
  const { config, viewer, developer, audit, log, peers } = ports
  const isDemo = config.demo && config.externalIdp === undefined
  const shared = new Set(isDemo ? DEMO_LOGINS.map(({ username }) => username) : [])
  return createAccount({
    publicUrl: config.publicUrl,
    owner: async (request) => {
      const signedIn = await viewer(request)
      if (!signedIn) return undefined
      const account = await developer(request)
      return {
        username: account?.username ?? signedIn.username,
        name: account?.name ?? signedIn.name ?? signedIn.username,
        account: account && { id: account.accountId, role: account.role },
        sid: signedIn.sid,
      }
    },
    provider: config.externalIdp?.issuer,
    isShared: (username) => shared.has(username),
    accounts: accountsOf(peers),
    recordOf: recordOf(ports),
    clientAddress,
    audit: audit.at(`${config.publicUrl}/account`),
    log,
  })
}

/** The identity provider's work on accounts, for peers that are made before it. */
export const accountsOf = (peers: () => Peers): Accounts => {
  const accounts = () => peers().idp.accounts
  return {
    read: (id) => accounts().read(id),
    sessions: (id) => accounts().sessions(id),
    ending: (id, change) => accounts().ending(id, change),
    signOut: (id, sid) => accounts().signOut(id, sid),
    rename: (...change) => accounts().rename(...change),
    changePassword: (change) => accounts().changePassword(change),
    lock: (id) => accounts().lock(id),
    unlock: (id) => accounts().unlock(id),
    passwordLink: (id) => accounts().passwordLink(id),
    ownerOfLink: (secret) => accounts().ownerOfLink(secret),
    useLink: (...use) => accounts().useLink(...use),
  }
}

/** A change of the account with a user name, which ends its sessions at the apps, too. */
export async function endingOf<Result>(
  storage: Pick<Storage, 'accounts'>,
  accounts: Pick<Accounts, 'ending'>,
  username: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const account = await storage.accounts.named(username)
  return account ? accounts.ending(account.id, change) : change()
}

/** The record of the person with a user name, and its name. */
export const recordOf =
  ({ config, resources }: Pick<Dependencies, 'config' | 'resources'>) =>
  async (username: string) => {
    for (const type of PERSON_TYPES) {
      const conditions = [
        { param: 'identifier', alternatives: [{ system: config.idpIdentifierSystem, value: username }] },
      ]
      const search = { type, conditions, visibility: 'all', sort: '-_lastUpdated' } as const
      const { matches } = await resources.search({ search, limit: 1, mostCounted: 0 })
      const body = matches[0]?.body
      if (!matches[0] || body === undefined) continue
      const reference = `${type}/${matches[0].id}`
      return { reference, name: humanName(JSON.parse(body)) ?? reference }
    }
    return null
  }
