// The request body of /tools/api/fhir: a zod schema that the server validates with.
import { z } from 'zod'
import { FHIR_HEADERS, FHIR_METHODS } from './fhir-console-words.ts'

/** Longest address and header value (conformance LIM-05). */
const LONGEST_PATH = 8 * 1024
const LONGEST_VALUE = 2000

/** POST /tools/api/fhir: the client whose token is used, and the request to send with it. */
export const fhirConsoleForm = z.object({
  client: z.string().min(1).max(200),
  method: z.enum(FHIR_METHODS),
  path: z.string().max(LONGEST_PATH),
  headers: z.partialRecord(
    z.enum(FHIR_HEADERS),
    z
      .string()
      .max(LONGEST_VALUE)
      .regex(/^[\x20-\x7E]*$/),
  ),
  body: z.string().exactOptional(),
})
