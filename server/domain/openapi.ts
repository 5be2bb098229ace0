// Assembles the OpenAPI description.

import { isLoopback } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import { createOpenapi } from '../openapi/openapi.ts'
import { groupIn, routeFinder } from './find-route.ts'
import type { Dependencies } from './ports.ts'
import { ROUTES } from './routes.ts'

export const wireOpenapi = ({ config, fhirBase }: Dependencies) => {
  const routeOf = routeFinder(ROUTES)
  const isLocal = isLoopback(config.publicUrl)
  const factsOf = (path: string) => {
    const row = routeOf(path)
    // The FHIR API does not count who reads its discovery documents.
    return { ...row, isLocal, ...(groupIn(row, path) === 'fhir_discovery' ? { limit: 'document' } : {}) }
  }
  return createOpenapi({
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    fhirBase,
    resourceTypes: config.resourceTypes,
    factsOf,
    version: VERSION,
  })
}
