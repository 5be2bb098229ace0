// JSON values from outside.

/** A JSON object with members of any kind. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object: no array, and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value that a text holds; undefined when it is no JSON, or when there is no text. */
export function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
