// Converts zod schemas to those of the description.
import { z } from 'zod'
import type { Schema } from '#lib/api/openapi.ts'

/** A shape as JSON Schema 2020-12, which OpenAPI 3.1 accepts unchanged. */
export function schemaOf(shape: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' })
  return schema as Schema
}
