// The JSON of /browse/api: the reader's session and access, and the resource types with their counts.
import { z } from 'zod'
import { PROFILE_VALIDATIONS } from '../fhir/validation/koppeltaal.ts'
import { anyText, object, type Shown } from './shape.ts'

/** GET /browse/api/session; `refused`: signed in, without the right to read all records. */
const session = z.union([
  object({ access: z.enum(['signed_out', 'refused']) }),
  object({
    ...{ access: z.literal('open'), name: z.string(), role: z.string(), fhirBase: z.url() },
    profiles: z.enum(PROFILE_VALIDATIONS).describe('Which profiles a write is validated against.'),
  }),
])
export type BrowseSession = Shown<typeof session>

const type = z.union([
  object({ type: z.string(), access: z.literal('open'), total: z.int().nonnegative(), changed: anyText }),
  object({ type: z.string(), access: z.enum(['auditors', 'unreadable']) }),
])
export type BrowseType = Shown<typeof type>

/** GET /browse/api/types: the types in the FHIR API's CapabilityStatement, in its order. */
const types = object({ items: z.array(type) })
export type BrowseTypes = Shown<typeof types>

const writer = object({
  version: z.int().positive(),
  device: z.string().describe('The app, as Device/id.'),
  name: anyText.describe('Of the app, by its Device, or as it is registered.'),
  isRecord: z.boolean().exactOptional().describe('True where there is such a Device to read.'),
  person: anyText.describe('Who made it through a page of this domain.'),
  trace: anyText,
  atStart: z.boolean().exactOptional().describe('True for what the domain began with.'),
})
export type BrowseWriter = Shown<typeof writer>

/** GET /browse/api/writers?record=Type/id: who wrote the versions of a record, as far as the audit log tells. */
const writers = object({ items: z.array(writer) })
export type BrowseWriters = Shown<typeof writers>

/** The answers below /browse/api by the name that /openapi.json gives their shape. */
export const BROWSE_ANSWERS = { BrowseSession: session, BrowseTypes: types, BrowseWriters: writers }
