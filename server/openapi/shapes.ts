// Turns zod schemas into those of the description.
import { z } from 'zod'
import type { Schema } from '#lib/api/openapi.ts'

/** An object with these members and no other. */
export const object = z.strictObject

/** A shape as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
export function schemaOf(shape: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' })
  return schema as Schema
}

/** Shapes as schemas, by the same names. */
export const schemasOf = (shapes: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, schemaOf(shape)]))
