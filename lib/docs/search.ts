// Searches the documentation: every typed word must occur in a section or in its title.

/** A section of the documentation, as the search looks at it. */
export interface Findable {
  readonly href: string
  readonly title: string
  /** The title of the page that it is on. */
  readonly page: string
  /** Plain text. */
  readonly text: string
  /** The language of title and text, if it differs from the page's. */
  readonly lang?: string
}

/** A section that matches, with the words around the first match. */
export interface Found extends Findable {
  /** Some text around the first match, in pieces; the odd ones are the matches. */
  readonly excerpt: readonly string[]
}

/** No search finds more. */
export const MOST_FOUND = 30

const MOST_WORDS = 8
const AROUND = 90 // Characters before and after the first word that was found.

/** The best matches first, at most `most`. Nothing matches an empty query. */
export function search(entries: readonly Findable[], query: string, most = MOST_FOUND): readonly Found[] {
  const words = folded(query).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }))
}

/** 0 when a word is missing. A title counts more than text, the start of a word more than its middle. */
function scoreOf({ title, page, text }: Findable, words: readonly string[]): number {
  const fields = [
    [folded(title), 10],
    [folded(page), 4],
    [folded(text), 1],
  ] as const
  const scores = words.map((word) => {
    const begins = beginning(word)
    return fields.reduce((sum, [field, weight]) => {
      if (!field.includes(word)) return sum
      return sum + weight * (begins.test(field) ? 2 : 1)
    }, 0)
  })
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

function excerptOf(text: string, words: readonly string[]): readonly string[] {
  const plain = text.replace(/\s+/g, ' ')
  const any = new RegExp(words.map(escaped).join('|'), 'i')
  const at = Math.max(0, plain.search(any))
  const from = at <= AROUND ? 0 : plain.indexOf(' ', at - AROUND) + 1
  const end = at + AROUND
  const to = end >= plain.length ? plain.length : plain.lastIndexOf(' ', end)
  const part = `${from > 0 ? '… ' : ''}${plain.slice(from, Math.max(to, at))}${to < plain.length ? ' …' : ''}`
  return part.split(new RegExp(`(${words.map(escaped).join('|')})`, 'gi'))
}

const folded = (text: string): string => text.toLowerCase()
const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const beginning = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, 'u')
