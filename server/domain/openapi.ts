// Assembles the OpenAPI description.

import { VERSION } from '../config/version.ts'
import { createOpenapi } from '../openapi/openapi.ts'
import type { Dependencies } from './ports.ts'

export const wireOpenapi = ({ config }: Dependencies) =>
  createOpenapi({
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    resourceTypes: config.resourceTypes,
    version: VERSION,
  })
