// JSON from outside.

/** The value that a text holds; undefined when it is no JSON, or when there is no text. */
export function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
