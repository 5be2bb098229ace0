// Parses a long JSON text in parts, which JSON.parse does in one piece: lists below the root, some of their items at a time.
import type { Steps } from '../async/steps.ts'
import type { SeenValue } from './validation/json-scan.ts'

/** Characters of a list that are parsed in one step: a millisecond or two. */
const PART = 64 * 1024

/** A list of the root object, and the ends of the items after which a part ends. */
interface LongList {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly cuts: readonly number[]
}

/** Gathers the long lists of a text while it is scanned. */
export function longLists(): { readonly seen: SeenValue; readonly lists: readonly LongList[] } {
  const lists: LongList[] = []
  let cuts: number[] = []
  let last = 0
  const seen: SeenValue = (start, end, depth, placeOf) => {
    if (depth === 2 && end - last > PART) {
      cuts.push(end)
      last = end
    } else if (depth === 1) {
      const [name] = placeOf()
      if (cuts.length > 0 && typeof name === 'string') lists.push({ name, start, end, cuts })
      cuts = []
      last = end
    }
  }
  return { seen, lists }
}

/** What JSON.parse returns for a text that is JSON, repeats no member, and has these lists. */
export function* parsingParts(text: string, all: readonly LongList[]): Steps<unknown> {
  const lists = all.filter(({ start }) => text[start] === '[')
  let rest = ''
  let from = 0
  for (const { start, end } of lists) {
    rest += `${text.slice(from, start)}[]`
    from = end
  }
  const parsed = JSON.parse(rest + text.slice(from)) as Record<string, unknown[]>
  for (const list of lists) {
    const items = parsed[list.name] ?? []
    for (const part of partsOf(text, list)) {
      yield
      for (const item of JSON.parse(`[${part}]`) as unknown[]) items.push(item)
    }
  }
  return parsed
}

function* partsOf(text: string, { start, end, cuts }: LongList): Generator<string> {
  let from = start + 1
  for (const cut of cuts) {
    yield text.slice(from, cut)
    from = text.indexOf(',', cut) + 1
    if (from === 0 || from > end) return // It was the last one.
  }
  yield text.slice(from, end - 1)
}
