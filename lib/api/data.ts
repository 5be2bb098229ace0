// The JSON of /admin/api/data: files that are imported, the demo put back, and sample data.
import { z } from 'zod'
import { anyText, object, type Shown } from './shape.ts'

const problem = object({
  line: z.number(), // Counted from 1.
  path: anyText, // The invalid element; within a Bundle, its path follows the entry's.
  reason: z.string(),
})

/** An identifier with a user name that a person no longer has. */
const lostLogin = object({ resource: z.string(), system: z.string(), value: z.string() })

/** What an import did, would do, or has done so far. */
const report = object({
  read: z.number().describe('All resources read, and what could not be read as one: the sum of the other counts.'),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.record(z.string(), z.number()).describe('By type: resources of types that are not served.'),
  failed: z.number(),
  errors: z.array(problem).describe('The first of the refused ones.'),
  lostLogins: z
    .array(lostLogin)
    .describe(
      'The first identifiers with a user name that people had and the file leaves out: nobody can sign in as them.',
    ),
  stopped: z.boolean().describe('True where it ended before the end of the file.'),
})
export type ImportReport = Shown<typeof report>

/**
 * POST /admin/api/data/import?name=…&check=…: the answer is a stream of events. `progress` has an ImportReport so far, `report` the whole
 * one, `failed` an ImportFailure; after the latter two it ends.
 */
export type ImportEventName = 'progress' | 'report' | 'failed'

/** The data of a `failed` event: why an import ended before its file did. */
export interface ImportFailure {
  readonly error: string
  readonly error_description: string
}

/** How much the demo's records differ from their initial state. */
const difference = object({ records: z.number(), changed: z.number(), deleted: z.number() })
export type DemoDifference = Shown<typeof difference>

/** Invented people, with their tasks; `here`: how many of those records are here, in whatever version. */
const samples = object({ people: z.number(), tasks: z.number(), here: z.number() })
export type SampleCount = Shown<typeof samples>

/** GET /admin/api/data */
const data = object({
  demo: difference.nullable().describe('Null where the domain is no demo.'),
  samples: samples.nullable(),
})
export type AdminData = Shown<typeof data>

/** The answer to POST /admin/api/data/demo: the changes that were undone. */
const putBack = object({ changed: z.number(), deleted: z.number() })
export type DemoPutBack = Shown<typeof putBack>

/** The answers below /admin/api/data by the name that /openapi.json gives their shape. */
export const DATA_ANSWERS = { AdminData: data, ImportReport: report, DemoPutBack: putBack }
