// The JSON of /tools/api/fhir: whose token a person may send FHIR requests with, and what became of a request.
import { z } from 'zod'
import type { fhirConsoleForm } from './fhir-console-form.ts'
import { named, object, type Shown } from './shape.ts'

const client = object({ clientId: z.string(), name: z.string() })
export type FhirConsoleClient = Shown<typeof client>

/** GET /tools/api/fhir */
const me = object({
  known: z.boolean().describe('Whether somebody is signed in, or acts as a person of the demo.'),
  fhirBase: z.url(),
  clients: z.array(client), // Whose token the person may use; their tokens stay at the server.
  demoPeople: z.array(named),
})
export type FhirConsoleMe = Shown<typeof me>

/** POST /tools/api/fhir */
export type FhirConsoleRequest = Shown<typeof fhirConsoleForm>

/** What the FHIR API answered, word for word. */
const answer = object({
  url: z.url(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])), // Names in lower case.
  body: z.string(),
  ms: z.number().describe('Milliseconds.'), // To the whole answer; the first one of a client waits for its token, too.
  trace: z.string().describe('X-Trace-Id of the request.'),
})
export type FhirConsoleAnswer = Shown<typeof answer>

export const FHIR_CONSOLE_ANSWERS = { FhirConsoleMe: me, FhirConsoleAnswer: answer }
