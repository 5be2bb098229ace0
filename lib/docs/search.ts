// Searches the documentation. Every typed word must be in a section or in its title, or begin a word there; where no section has
// them all, a typo is forgiven: a letter or two, or two that changed places. First in words that are nowhere, then in all.
import MiniSearch, { type QueryCombination, type SearchOptions } from 'minisearch'

/** A place to be found: a section of the documentation, a setting, or a page of the site. */
export interface Findable {
  readonly kind: 'document' | 'page'
  readonly href: string
  readonly title: string
  /** The title of the page that it is on. */
  readonly page: string
  /** Plain text. */
  readonly text: string
  /** The language of title and text, if it differs from the reader's, in which the title of the page is. */
  readonly lang?: string
  /** How much it counts among others; 1 by default. */
  readonly weight?: number
}

/** A place that matches. */
export type Found<Entry extends Findable = Findable> = Entry & {
  /** Some text around the first match, in pieces; the odd ones are the matches. */
  readonly excerpt: readonly string[]
}

/** Finds the best matches first, among the entries that are for the reader. Nothing matches an empty query. */
export type Search<Entry extends Findable> = (
  query: string,
  isFor?: (entry: Entry) => boolean,
) => readonly Found<Entry>[]

/** No search finds more. */
export const MOST_FOUND = 30
/** A longer query is cut off. */
export const LONGEST_QUERY = 100

const MOST_WORDS = 8
const AROUND = 90 // Characters before and after the first word that was found.
const AT_ONCE = 10 // Entries between which others have their turn.
const WORD = /[\p{L}\p{N}]+/gu

/** Looks up every word of the entries, in turns, so that nobody waits for it. */
export async function searchIn<Entry extends Findable>(entries: readonly Entry[]): Promise<Search<Entry>> {
  const index = new MiniSearch<Findable & { readonly id: number }>({
    fields: ['title', 'page', 'text'],
    tokenize: (text) => text.match(WORD) ?? [],
    processTerm: folded,
  })
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id })),
    { chunkSize: AT_ONCE },
  )
  const options: SearchOptions = {
    boost: { title: 6, page: 2 },
    boostDocument: (id) => entries[id]?.weight ?? 1,
    combineWith: 'AND',
    prefix: (word) => word.length > 1,
    maxFuzzy: 2,
  }
  const vocabulary: Vocabulary = {
    has: (word) => index.search(word, options).length > 0,
    meantBy: (word, fuzzy) => {
      const like: QueryCombination = { combineWith: 'OR', queries: [word, ...swapped(word)] }
      return [...new Set(index.search(like, { ...options, fuzzy }).flatMap(({ terms }) => terms))]
    },
  }
  return (query, isFor = () => true) => {
    const words = (query.slice(0, LONGEST_QUERY).match(WORD) ?? []).slice(0, MOST_WORDS)
    for (const attempt of attempts(words, vocabulary)) {
      const asked: QueryCombination = {
        combineWith: 'AND',
        queries: attempt.map((queries) => ({ combineWith: 'OR', queries })),
      }
      const found = index.search(asked, options).flatMap(({ id, terms }) => {
        const entry = entries[id]
        return entry && isFor(entry) ? [{ entry, terms }] : []
      })
      if (found.length > 0)
        return found
          .slice(0, MOST_FOUND)
          .map(({ entry, terms }) => ({ ...entry, excerpt: excerptOf(entry.text, new Set(terms)) }))
    }
    return []
  }
}

interface Vocabulary {
  /** True for a word that is in an entry, or begins one there. */
  readonly has: (word: string) => boolean
  /** The words that are meant by one with a typo, of which it may be the beginning, too. */
  readonly meantBy: (word: string, fuzzy: Fuzzy) => string[]
}

/** What stands for each word: the next is tried where the one before finds nothing, and none where a word means nothing. */
function* attempts(words: readonly string[], { has, meantBy }: Vocabulary): Generator<readonly string[][]> {
  yield words.map((word) => [word])
  const unknown = words.filter((word) => !has(word))
  if (unknown.some((word) => meantBy(word, TWO).length === 0)) return
  for (const forgiven of unknown.length > 0 && unknown.length < words.length ? [unknown, words] : [words])
    for (const fuzzy of [ONE, TWO]) yield words.map((word) => (forgiven.includes(word) ? meantBy(word, fuzzy) : [word]))
}

/** What a typed word may differ by, in letters. */
type Fuzzy = (word: string) => false | number
const ONE: Fuzzy = (word) => word.length > 3 && 1
const TWO: Fuzzy = (word) => word.length > 3 && (word.length > 5 ? 2 : 1)

/** The word with any two neighbours swapped: one slip, but two letters that differ. */
const swapped = (word: string): readonly string[] => {
  const letters = [...word]
  const swappedAt = (_: string, at: number) =>
    [...letters.slice(0, at), letters[at + 1], letters[at], ...letters.slice(at + 2)].join('')
  return letters.length > 3 ? letters.slice(1).map(swappedAt) : []
}

function excerptOf(text: string, terms: ReadonlySet<string>): readonly string[] {
  const plain = text.replace(/\s+/g, ' ')
  const matches = [...plain.matchAll(WORD)].filter(([word]) => terms.has(folded(word)))
  const [first] = matches
  const at = first?.index ?? 0
  const from = at <= AROUND ? 0 : plain.indexOf(' ', at - AROUND) + 1
  const end = at + AROUND
  const to = end >= plain.length ? plain.length : Math.max(plain.lastIndexOf(' ', end), at + (first?.[0].length ?? 0))
  const pieces: string[] = []
  let done = from
  for (const { 0: word, index } of matches)
    if (index + word.length <= to) {
      pieces.push(plain.slice(done, index), word)
      done = index + word.length
    }
  const [begin = '', ...others] = [...pieces, plain.slice(done, to) + (to < plain.length ? ' …' : '')]
  return [(from > 0 ? '… ' : '') + begin, ...others]
}

/** A word without accents, in lower case. */
const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
