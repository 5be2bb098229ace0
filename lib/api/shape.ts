// The shape of JSON that pages and their back-ends exchange: the description is made of it, and the types of both sides.
import { z } from 'zod'
import { PERSON_ROLES } from '../fhir/person-role.ts'

/** An object with these members and no other. */
export const object = z.strictObject

/** The type of a shape's values, for read-only use. */
export type Shown<Shape extends z.ZodType> = ReadOnly<z.infer<Shape>>

type ReadOnly<Value> = Value extends object ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> } : Value

/** A list of texts. */
export const texts = z.array(z.string())
export const maybeText = z.string().nullable()
/** Text that may be absent. */
export const anyText = z.string().exactOptional()
/** A person or a client, with a name. */
export const named = object({ reference: z.string(), name: z.string() })
/** A person of the demo, whom one click signs in. */
export const demoPerson = object({ name: z.string(), username: z.string(), role: z.enum(PERSON_ROLES) })
