// The JSON of /tools/api/fhir: the clients whose token a person may use for FHIR requests, and the result of a request.
import { z } from 'zod'
import type { fhirConsoleForm } from './fhir-console-form.ts'
import { demoPerson, object, type Shown } from './shape.ts'

const client = object({ clientId: z.string(), name: z.string() })
export type FhirConsoleClient = Shown<typeof client>

/** GET /tools/api/fhir */
const me = object({
  known: z.boolean().describe('Whether somebody is signed in.'),
  fhirBase: z.url(),
  clients: z.array(client), // The clients whose token the person may use; the tokens stay at the server.
  demoPeople: z.array(demoPerson),
})
export type FhirConsoleMe = Shown<typeof me>

/** POST /tools/api/fhir */
export type FhirConsoleRequest = Shown<typeof fhirConsoleForm>

/** The FHIR API's answer, verbatim. */
const answer = object({
  url: z.url(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])), // Names in lower case.
  body: z.string(),
  ms: z.number().describe('Milliseconds.'), // Until the complete answer; a client's first request also waits for its token.
  trace: z.string().describe('X-Trace-Id of the request.'),
})
export type FhirConsoleAnswer = Shown<typeof answer>

/** The answers of /tools/api/fhir by the name that /openapi.json gives their shape. */
export const FHIR_CONSOLE_ANSWERS = { FhirConsoleMe: me, FhirConsoleAnswer: answer }
