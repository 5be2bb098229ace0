// Assembles the record browser.

import { clientAddress } from '#lib/http/client-address.ts'
import { createBrowse } from '../browse/browse.ts'
import { versionWriters } from '../browse/version-writers.ts'
import { isDemoBeginning } from '../demo/put-back.ts'
import { DEMO_CONSOLE } from '../demo/resources.ts'
import { callKey } from '../traces/keys.ts'
import type { Dependencies } from './ports.ts'

export const wireBrowse = ({
  config,
  keys,
  storage,
  resources,
  clients,
  clock,
  random,
  log,
  fetch,
  staff,
  audit,
  fhirBase,
}: Dependencies) =>
  createBrowse({
    clientId: DEMO_CONSOLE.clientId,
    publicUrl: config.publicUrl,
    fhirBase,
    profiles: config.writes.rules.profiles,
    mostBytes: config.writes.limits.resource,
    keys: keys.ring('console'),
    clock,
    random,
    log,
    fetch,
    reader: staff,
    writers: versionWriters({
      resources,
      clients,
      personNamed: async (username) => (await storage.accounts.named(username))?.name,
      traceOf: callKey,
      isBeginning: config.demo ? isDemoBeginning({ config, clock }) : () => false,
    }),
    audit: audit.at(`${config.publicUrl}/browse`),
    clientAddress,
  })
