// Assembles the traces: access, and in the demo the rerun of steps.

import type { ReadAudit } from '#lib/audit/audit.ts'
import type { Reference } from '#lib/fhir/reference.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { mayRead } from '../browse/browse.ts'
import { VERSION } from '../config/version.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import { DEMO_APP, DEMO_APPS, DEMO_PORTAL } from '../demo/resources.ts'
import type { ResourceDatabase } from '../storage/storage.ts'
import { type NamedRecord, type TraceNames, traceNames } from '../traces/names.ts'
import { rerunPort } from '../traces/rerun/port.ts'
import { traceOpening, traceViewer } from '../traces/trace-access.ts'
import { createTraces } from '../traces/traces.ts'
import { appNames } from './app-names.ts'
import { oauthEndpoints } from './endpoints.ts'
import type { Dependencies } from './ports.ts'

export const wireTraces = (ports: Dependencies) => {
  const { config, storage, traced, recorder, staff, bearer, developers, developer, random, audit, clock, log, peers } =
    ports
  const traceAudit = audit.at(`${config.publicUrl}/traces`)
  return createTraces({
    store: traced,
    flush: recorder.flush,
    viewer: traceViewer({
      staff,
      bearer,
      appsOf: developers.appsOf,
      demo: config.demo,
      personOf: (request) => peers().portal.personOf(request),
      launchedIn: async (request) => {
        const { launch, energy } = peers()
        return (await Promise.all([launch.tracesOf(request), energy.tracesOf(request)])).flat()
      },
      resolve: async (key) => {
        await recorder.flush() // The launch may just have ended.
        return traced.resolve(key)
      },
    }),
    opens: traceOpening({
      demo: config.demo,
      staff,
      opensTask: (request, task) => peers().portal.opens(request, task),
      asked: ports.askedTraces,
      developer,
    }),
    knownApps: config.demo ? [...DEMO_APPS, DEMO_PORTAL].map(({ clientId }) => clientId) : [],
    names: namesOf(ports, traceAudit),
    appName: appNames(ports),
    person: async (request) => (await staff(request)) ?? bearer(request),
    sharer: async (request) => (await developer(request))?.username,
    shares: storage.traceShares,
    random,
    audit: traceAudit,
    clock,
    log,
    publicUrl: config.publicUrl,
    version: VERSION,
    rerun: config.demo ? demoRerun(ports) : undefined,
  })
}

/** Names are read as the record browser and the portal would show them. */
const namesOf = ({ staff, resources, random, clock, peers }: Dependencies, audit: ReadAudit): TraceNames =>
  traceNames({
    readsAll: async (request) => {
      const person = await staff(request)
      return person && mayRead(person) ? person.username : undefined
    },
    personOf: (request) => peers().portal.personOf(request),
    opensTask: (request, task) => peers().portal.opens(request, task),
    find: (reference) => namedRecord(resources, reference),
    read: (request, { person, shown }) =>
      audit.read({
        ...{ interaction: 'read', status: 200, person, shown, address: clientAddress(request) },
        requestId: requestIdOf(request) ?? random.uuid(),
      }),
    clock,
  })

/** A record as it is now, with its version. */
async function namedRecord(resources: ResourceDatabase, { type, id }: Reference): Promise<NamedRecord | undefined> {
  const current = await resources.readCurrent(type, id)
  if (current?.body === undefined) return undefined
  const resource = JSON.parse(current.body) as NamedRecord['resource']
  return { version: `${type}/${id}/_history/${current.versionId}`, resource }
}

const demoRerun = ({ config, fhirBase, keys, fetch, clock, random, limits, peers }: Dependencies) =>
  rerunPort(
    {
      publicUrl: config.publicUrl,
      fhirBase,
      endpoints: oauthEndpoints(config.authUrl),
      logout: `${config.idpIssuer}/logout`,
      portal: { clientId: DEMO_PORTAL.clientId, keys: keys.ring('portal') },
      app: {
        clientId: DEMO_APP.clientId,
        launchUrl: `${config.publicUrl}/launch`,
        redirectUri: `${config.publicUrl}/launch/callback`,
        keys: keys.ring('launch'),
      },
      logins: DEMO_LOGINS,
      fetch,
      clock,
      random,
    },
    { personOf: (request) => peers().portal.personOf(request), limit: limits.authorize, callerOf: clientAddress },
  )
