// The console's ports: registry, accounts, keys and the authorization server's verdicts.

import type { Audit } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { Log } from '#lib/log.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { type Admin, createAdmin } from '../admin/admin.ts'
import type { AdminDeps, AdminViewer, DataPorts } from '../admin/deps.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Config, isLoopback } from '../config/config.ts'
import { passwordHash } from '../idp/login/password.ts'
import type { Keys } from '../keys/keys.ts'
import { registeredJwks, registrationProblems } from '../oauth/clients/registration.ts'
import type { Oauth } from '../oauth/oauth.ts'
import { tokenDesk } from '../session/api-token.ts'
import type { Registry } from '../storage/registry.ts'
import type { ResourceDatabase, Storage } from '../storage/storage.ts'
import { auditTrail } from './audit-trail.ts'
import { ensureDevice } from './connect.ts'
import { domainDoctor } from './doctor.ts'
import { domainStatus } from './status.ts'

interface ConsoleParts {
  readonly config: Config
  readonly storage: Pick<Storage, 'accounts' | 'idp' | 'apiTokens' | 'operated' | 'traces'>
  readonly registry: Registry
  readonly resources: ResourceDatabase
  readonly keys: Keys
  readonly viewer: (request: Request) => Promise<AdminViewer | undefined>
  readonly unlinked: AdminDeps['unlinked']
  readonly bearer: AdminDeps['bearer']
  readonly fetch: Fetch
  /** As the authorization server fetches the keys of apps. */
  readonly fetchKeys: Fetch
  readonly oauth: () => Pick<Oauth, 'judgeJwksUrl' | 'judgeAssertion'>
  readonly audit: Pick<Audit, 'record'>
  readonly auditLog: Pick<AuditLog, 'flush' | 'state'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly data: DataPorts
}

export function openConsole({
  config,
  storage,
  registry,
  resources,
  keys,
  fetch,
  fetchKeys,
  oauth,
  auditLog,
  clock,
  ...parts
}: ConsoleParts): Admin {
  const rules = { loopbackAllowed: isLoopback(config.authUrl) }
  return createAdmin({
    ...parts,
    publicUrl: config.publicUrl,
    resourceTypes: config.resourceTypes,
    registry,
    registration: { problems: (app) => registrationProblems(app, rules), readKeys: registeredJwks },
    ensureDevice: (app) => ensureDevice(resources, app, clock()),
    accounts: {
      ...storage.accounts,
      add: async ({ username, name, role, password }) =>
        storage.idp.accounts.create({
          id: parts.random.uuid(),
          username: typedUserName(username),
          name,
          role,
          passwordHash: await passwordHash(password),
          createdAt: clock(),
        }),
    },
    keys,
    tokens: tokenDesk(storage.apiTokens, clock, parts.random),
    status: () => domainStatus(config, storage),
    doctor: domainDoctor({ config, clock, fetch, fetchKeys }),
    trail: { ...auditTrail(resources, auditLog.flush), state: auditLog.state },
    judge: { jwksUrl: (url) => oauth().judgeJwksUrl(url), assertion: (text) => oauth().judgeAssertion(text) },
  })
}
