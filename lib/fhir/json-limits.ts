// Limits of a JSON text that hold before it is parsed, so that no text can exhaust a parser (conformance LIM-15). FHIR R4 sets none.

/** Deepest nesting of objects and arrays: far more than a resource needs, far less than a stack has. */
export const DEEPEST_JSON = 60
/** Longest number, in characters: xs:decimal asks implementations for 18 digits. */
export const LONGEST_NUMBER = 100

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * What in a text passes a limit, as the end of a sentence that begins with "The text"; undefined when nothing does. Reads the text once,
 * without recursion, and takes one that is not well-formed, too.
 */
export function jsonLimitProblem(text: string): string | undefined {
  let depth = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = afterString(text, index)
      continue
    }
    if (isOpening(code)) {
      depth += 1
      if (depth > DEEPEST_JSON)
        return `nests objects and arrays deeper than ${DEEPEST_JSON} levels at character ${index}`
    } else if (isClosing(code)) depth -= 1
    else if (isNumeric(code)) {
      const end = afterNumber(text, index)
      if (end - index > LONGEST_NUMBER)
        return `has a number of ${end - index} characters at character ${index}, where ${LONGEST_NUMBER} is the most`
      index = end
      continue
    }
    index += 1
  }
  return undefined
}

const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d

/** A digit, a sign, a point or the letter of an exponent that stands within a number. */
const isNumeric = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x2d
const goesOn = (code: number): boolean =>
  isNumeric(code) || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65

function afterNumber(text: string, start: number): number {
  let index = start + 1
  while (goesOn(text.charCodeAt(index))) index += 1
  return index
}

function afterString(text: string, open: number): number {
  let index = open + 1
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) return index + 1
    if (code === BACKSLASH) index += 1
  }
  return index
}
