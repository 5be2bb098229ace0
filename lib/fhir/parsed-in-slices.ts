// Parses a long JSON text while others are answered.
import { stepsInSlices } from '../async/in-slices.ts'
import { longLists, parsingParts } from './json-parts.ts'
import { scanning } from './validation/json-scan.ts'
import { NotJson } from './validation/json-tokens.ts'

/** Characters of a text that is parsed in one piece: a few milliseconds. */
const LONGEST_AT_ONCE = 256 * 1024

/** What JSON.parse returns. Rejects with its SyntaxError. */
export async function parsedInSlices(text: string): Promise<unknown> {
  if (text.length <= LONGEST_AT_ONCE) return JSON.parse(text)
  const { seen, lists } = longLists()
  try {
    await stepsInSlices(scanning(text, seen))
  } catch (error) {
    if (error instanceof NotJson) return JSON.parse(text) // Or JSON that no resource may be, such as of too many levels.
    throw error
  }
  return stepsInSlices(parsingParts(text, lists))
}
