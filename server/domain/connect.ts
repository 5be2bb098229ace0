// Assembles the part for developers.

import { clientAddress } from '#lib/http/client-address.ts'
import { isLoopback } from '../config/config.ts'
import { type Connect, createConnect } from '../connect/connect.ts'
import { findSample } from '../connect/samples.ts'
import { DEMO_PEOPLE } from '../demo/people.ts'
import { developerRole, isDeveloperRole } from '../demo/roles.ts'
import { deviceResource } from '../fhir/device-resource.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { isAskable, keysOfForm, registrationProblems } from '../oauth/clients/registration.ts'
import type { Registry } from '../storage/registry.ts'
import type { ResourceDatabase } from '../storage/storage.ts'
import type { Dependencies } from './ports.ts'

export const wireConnect = (ports: Dependencies): Connect => {
  const { config, clients, resources, developer, recorder, fetchClientKeys, limits, audit, clock, random, log, peers } =
    ports
  const rules = { loopbackAllowed: isLoopback(config.authUrl) }
  return createConnect({
    publicUrl: config.publicUrl,
    demo: config.demo
      ? { roleFor: (...asked) => roleFor(clients, ...asked), isOwnersChoice: isDeveloperRole, people: DEMO_PEOPLE }
      : undefined,
    developer,
    apps: clients,
    registration: { problems: (app) => registrationProblems(app, rules), keysOf: keysOfForm },
    device: {
      ensure: (app) => ensureDevice(resources, app, clock()),
      remove: (clientId) => removeDevice(resources, clientId, clock()),
    },
    requestsOf: recorder.follow,
    keysFetched: fetchClientKeys.latest,
    reaches: (url) => reaches(ports, url),
    sample: findSample,
    inspect: {
      jwksUrl: (url) => peers().oauth.inspectJwksUrl(url),
      token: (asked, looksAfter) => peers().oauth.inspectToken(asked, looksAfter),
    },
    limits: limits.developers,
    clientAddress,
    clock,
    random,
    log,
    audit: audit.at(`${config.publicUrl}/connect`),
  })
}

/**
 * Whether anything answers at an address of an app, which strangers choose: it is asked as keys are fetched, without following a
 * redirect, and never at the domain itself.
 */
async function reaches({ config, fetchKeys }: Dependencies, url: string): Promise<boolean | null> {
  const isOwn = [config.publicUrl, config.authUrl, config.baseUrl].some((base) => url.startsWith(new URL(base).origin))
  if (isOwn || !isAskable(url, { loopbackAllowed: isLoopback(config.authUrl) })) return null
  try {
    const answer = await fetchKeys(url, { redirect: 'manual' })
    await answer.body?.cancel()
    return true
  } catch {
    return false
  }
}

async function roleFor(clients: Pick<Registry, 'addRole'>, ...asked: Parameters<typeof developerRole>) {
  const { name, permissions } = developerRole(...asked)
  await clients.addRole(name, permissions)
  return name
}

/** Creates the Device that represents an app, if it does not exist. */
export async function ensureDevice(
  resources: ResourceDatabase,
  app: { readonly clientId: string; readonly name: string },
  now: number,
): Promise<void> {
  if ((await resources.readCurrent('Device', app.clientId))?.body === undefined)
    await resources.write([toWrite(deviceResource(app))], now)
}

/** Deletes the Device that represents an app. */
export async function removeDevice(resources: ResourceDatabase, clientId: string, now: number): Promise<void> {
  await resources.delete('Device', clientId, now)
}

/** An app that its owner may launch from the portal with a task that does not name it. */
export const ownAppOf =
  ({ clients, developer }: Pick<Dependencies, 'clients' | 'developer'>) =>
  async (request: Request, clientId: string) => {
    const person = await developer(request)
    const app = person && (await clients.find(clientId))
    if (!app?.launchUrl || app.status !== 'approved' || app.ownerAccountId !== person?.accountId) return undefined
    return { clientId, name: app.name, launchUrl: app.launchUrl }
  }
