// Leaves the long strings out of JSON text, in small pieces of work: everybody else's requests go on meanwhile.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { stringEnd } from './json-text.ts'
import { LONGEST_SHOWN, leftOutMark } from './long-strings.ts'

/** Characters that are read or digested in one step, which takes a millisecond or two. */
const AT_ONCE = 512 * 1024
/** Characters of a digest: enough to tell two strings apart. */
const DIGEST_LENGTH = 16

/** Well-formed JSON text with a mark instead of each long string; short text unchanged. */
export async function replaceLongStrings(text: string): Promise<string> {
  if (text.length <= LONGEST_SHOWN) return text
  const kept: string[] = []
  let from = 0
  let rested = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    const end = stringEnd(text, open)
    if (end - open > LONGEST_SHOWN) {
      kept.push(text.slice(from, open), JSON.stringify(await markOf(text.slice(open + 1, end - 1))))
      from = end
    }
    if (end - rested > AT_ONCE) {
      await setImmediate()
      rested = end
    }
    open = text.indexOf('"', end)
  }
  return from === 0 ? text : kept.join('') + text.slice(from)
}

async function markOf(written: string): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < written.length; at += AT_ONCE) {
    hash.update(written.slice(at, at + AT_ONCE))
    await setImmediate()
  }
  return leftOutMark(written.length, hash.digest('hex').slice(0, DIGEST_LENGTH))
}
