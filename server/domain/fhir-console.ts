// Assembles the FHIR console and decides who may use which token. In the demo, whose people are invented, everybody
// with an identity may use the tokens of the app and the portal. The console's token, which may change everything, is
// for administrators only, as in the record browser.

import type { KeyOwner } from '#lib/api/admin-words.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { NOBODY } from '#lib/http/console-header.ts'
import { backendServices } from '#lib/oauth/backend-services.ts'
import { DEMO_PEOPLE } from '../demo/people.ts'
import { DEMO_APPS, DEMO_CONSOLE, DEMO_PORTAL } from '../demo/resources.ts'
import type { Asker, OwnClient } from '../fhir-console/deps.ts'
import { createFhirConsole } from '../fhir-console/fhir-console.ts'
import { appNames } from './app-names.ts'
import type { Dependencies } from './ports.ts'

const anybody = () => true
const administrators = ({ role }: Asker) => role === 'admin'

export const wireFhirConsole = (ports: Dependencies) => {
  const { config, keys, fetch, clock, random, log, developer, limits, audit, fhirBase } = ports
  const own = (
    { clientId, name }: { readonly clientId: string; readonly name: string },
    owner: KeyOwner,
    isFor: OwnClient['isFor'],
  ): OwnClient => ({
    clientId,
    name,
    isFor,
    backend: backendServices({ clientId, keys: keys.ring(owner), fetch, clock, random }),
  })
  const demo = config.demo
    ? [...DEMO_APPS.map((app) => own(app, app.keys, anybody)), own(DEMO_PORTAL, 'portal', anybody)]
    : []
  const { make } = ports.askedTraces
  return createFhirConsole({
    publicUrl: config.publicUrl,
    fhirBase,
    clients: [...demo, own(DEMO_CONSOLE, 'console', administrators)],
    appName: appNames(ports),
    demoPeople: config.demo ? DEMO_PEOPLE : [],
    person: developer,
    traceIdFor: ({ username }) => make(username),
    mark: () => make(NOBODY),
    mostBytes: Math.max(config.writes.limits.resource, config.writes.limits.bundle),
    limit: limits.developers.console,
    clientAddress,
    clock,
    log,
    audit: audit.at(`${config.publicUrl}/tools/fhir`),
  })
}
