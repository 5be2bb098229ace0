// The body of a request as JSON, for the small JSON interfaces of our own pages.

import type { z } from 'zod'
import { isProblemName, type Problem } from '../i18n/problems.ts'
import { parsedJson } from '../parsed-json.ts'
import { isOfType, requestBody } from './params.ts'

export type JsonBody<Shape> = { readonly body: Shape } | { readonly problems: readonly Problem[] }

/**
 * The body in the shape that is expected, or what is wrong with it: nothing to say where it is no JSON at all. A shape may
 * name the problem of a member. Reads at most `limit` bytes, those of a form by default.
 */
export async function jsonBody<Shape>(
  request: Request,
  shape: z.ZodType<Shape>,
  limit?: number,
): Promise<JsonBody<Shape>> {
  if (!isOfType(request, 'application/json')) return { problems: [] }
  const value = parsedJson(await requestBody(request, limit))
  if (value === undefined) return { problems: [] }
  const parsed = shape.safeParse(value)
  return parsed.success ? { body: parsed.data } : { problems: parsed.error.issues.map(problemOf) }
}

const problemOf = ({ message, path }: Pick<z.core.$ZodIssue, 'message' | 'path'>): Problem =>
  isProblemName(message) ? { name: message } : { name: 'field', about: path.join('.') }
