// Turns zod schemas into those of the description.
import { z } from 'zod'
import type { Schema } from '#lib/api/openapi.ts'

/** A shape as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
export function schemaOf(shape: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' })
  return schema as Schema
}
