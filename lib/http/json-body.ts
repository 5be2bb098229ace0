// The body of a request as JSON, for the small JSON interfaces of our own pages.

import type { z } from 'zod'
import { isProblemName, type Problem } from '../i18n/problems.ts'
import { parsedJson } from '../json.ts'
import { isOfType, requestBody } from './params.ts'

export type JsonBody<Shape> = { readonly body: Shape } | { readonly problems: readonly Problem[] }

/**
 * The body in the expected shape, or its problems: none can be named when it is no JSON object. A shape may name the
 * problem of a member. Reads at most `limit` bytes, by default the limit for forms.
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
  return parsed.success ? { body: parsed.data } : { problems: parsed.error.issues.flatMap(problemOf) }
}

/** Nothing for a body that is no object at all: no member of it can be named. */
const problemOf = ({ message, path }: Pick<z.core.$ZodIssue, 'message' | 'path'>): readonly Problem[] => {
  if (isProblemName(message)) return [{ name: message }]
  return path.length === 0 ? [] : [{ name: 'field', about: path.join('.') }]
}
