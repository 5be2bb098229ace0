// The ports of the peer for developers: registry, accounts, limits and the authorization server's verdicts.

import type { Audit } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import type { Log } from '#lib/log.ts'
import { type Config, isLoopback } from '../config/config.ts'
import { type Connect, createConnect } from '../connect/connect.ts'
import { findSample } from '../connect/samples.ts'
import { READER } from '../demo/demo.ts'
import { DEMO_PEOPLE } from '../demo/people.ts'
import { deviceResource } from '../demo/resources.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { registeredJwks, registrationProblems } from '../oauth/clients/registration.ts'
import type { Oauth } from '../oauth/oauth.ts'
import type { Developer } from '../session/developer.ts'
import type { Registry } from '../storage/registry.ts'
import type { ResourceDatabase } from '../storage/storage.ts'
import type { Recorder } from '../traces/recorder.ts'
import type { RecordingFetch } from './outbound-fetch.ts'
import type { Limits } from './rate-limits.ts'

interface ConnectingParts {
  readonly config: Config
  readonly registry: Registry
  readonly resources: ResourceDatabase
  readonly developer: (request: Request) => Promise<Developer | undefined>
  readonly oauth: () => Pick<Oauth, 'judgeJwksUrl' | 'judgeToken'>
  readonly recorder: Pick<Recorder, 'follow'>
  readonly fetchClientKeys: RecordingFetch
  readonly limits: Limits
  readonly audit: Audit
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export function openConnecting({
  config,
  registry,
  resources,
  oauth,
  clock,
  recorder,
  fetchClientKeys,
  ...parts
}: ConnectingParts): Connect {
  const rules = { loopbackAllowed: isLoopback(config.authUrl) }
  return createConnect({
    ...parts,
    clock,
    clientAddress,
    publicUrl: config.publicUrl,
    demo: config.demo ? { role: READER, people: DEMO_PEOPLE } : undefined,
    apps: registry,
    registration: { problems: (app) => registrationProblems(app, rules), readKeys: registeredJwks },
    device: {
      ensure: (app) => ensureDevice(resources, app, clock()),
      remove: async (clientId) => {
        await resources.delete('Device', clientId, clock())
      },
    },
    requestsOf: recorder.follow,
    keysFetched: fetchClientKeys.latest,
    sample: findSample,
    judge: {
      jwksUrl: (url) => oauth().judgeJwksUrl(url),
      token: (asked, looksAfter) => oauth().judgeToken(asked, looksAfter),
    },
    limits: parts.limits.developers,
  })
}

/** The Device that stands for an app, where there is none. */
export async function ensureDevice(
  resources: ResourceDatabase,
  app: { readonly clientId: string; readonly name: string },
  now: number,
): Promise<void> {
  if (resources.readCurrent('Device', app.clientId)?.body === undefined)
    await resources.write([toWrite(deviceResource(app))], now)
}

/** An app that its owner may launch from the portal, without a task that names it. */
export const ownAppOf =
  ({ registry, developer }: Pick<ConnectingParts, 'registry' | 'developer'>) =>
  async (request: Request, clientId: string) => {
    const person = await developer(request)
    const app = person && (await registry.find(clientId))
    if (!app?.launchUrl || app.status !== 'approved' || app.ownerAccountId !== person?.accountId) return undefined
    return { clientId, name: app.name, launchUrl: app.launchUrl }
  }
