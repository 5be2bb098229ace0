// What every text for people keeps to, in both languages. Whether a sentence is good no test knows; these are the slips that came back.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const FILES = globSync([
  'components/**/*texts.ts',
  'components/docs/error-codes.ts',
  'lib/{checks,i18n,launch,trace-view}/*.ts',
  'lib/api/*-words.ts',
  'server/**/texts.ts',
]).filter((file) => !file.includes('.test.'))

/** A text with its place; a text with values is made with ones that are found again in it. */
interface Said {
  readonly place: string
  readonly text: string
}
interface Catalogue {
  readonly en: unknown
  readonly nl: unknown
}

/** What is filled in: numbers that no text has of itself, words, or lists, by what the text takes. */
const PROBES: readonly (readonly unknown[])[] = [
  [731, 742, 753, 764],
  ['731', '742', '753', '764'],
  [['731'], ['742'], ['753'], ['764']],
]
const FILLED = /731|742|753|764/g

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Every part of a value that has a text in English and in Dutch. */
function catalogues(value: unknown, place: string, seen = new Set<unknown>()): [string, Catalogue][] {
  if (!isObject(value) || seen.has(value)) return []
  seen.add(value)
  if ('en' in value && 'nl' in value) return [[place, { en: value['en'], nl: value['nl'] }]]
  return Object.entries(value).flatMap(([key, part]) => catalogues(part, `${place} ${key}`, seen))
}

function made(text: (...values: never[]) => unknown): unknown {
  for (const probes of PROBES)
    try {
      return text(...(probes as never[]))
    } catch {
      // It takes values of another kind.
    }
  throw new Error(`No values fit ${text}`)
}

function texts(value: unknown, place: string): readonly Said[] {
  if (typeof value === 'string') return [{ place, text: value }]
  if (typeof value === 'function') return texts(made(value as (...values: never[]) => unknown), place)
  return isObject(value) ? Object.entries(value).flatMap(([key, part]) => texts(part, `${place}.${key}`)) : []
}

const all = (
  await Promise.all(
    FILES.map(async (file) => catalogues((await import(path.resolve(file))) as unknown, file) as [string, Catalogue][]),
  )
).flat()
const english = all.flatMap(([place, { en }]) => texts(en, place))
const dutch = all.flatMap(([place, { nl }]) => texts(nl, place))

const having = (said: readonly Said[], pattern: RegExp) =>
  said.filter(({ text }) => pattern.test(text)).map(({ place, text }) => `${place}: ${text}`)

/** What a screen says, and the Dutch for it in each of its places. */
const inDutch = new Map<string, Set<string>>()
for (const [at, { text }] of english.entries())
  inDutch.set(text, (inDutch.get(text) ?? new Set()).add(dutch[at]?.text ?? ''))

describe('the Dutch documents', () => {
  it.each(globSync('docs/**/*.nl.md'))('call a button what it is called on the Dutch screens: %s', (file) => {
    const bold = (name: string) =>
      [...readFileSync(name, 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text)
    const here = bold(file)
    const other = bold(file.replace('.nl.md', '.md'))
    expect(here).toHaveLength(other.length)
    const wrong = other.filter(
      (text) => text !== 'Task' && inDutch.has(text) && !here.some((one) => inDutch.get(text)?.has(one)),
    )
    expect(wrong).toEqual([])
  })
})

describe('the texts for people', () => {
  it('are all read here', () => {
    expect(all.length).toBeGreaterThan(80)
    expect(english.length).toBeGreaterThan(2000)
  })

  it('are there in both languages, with the same values filled in', () => {
    const filled = ({ text }: Said) => [...new Set(text.match(FILLED))].toSorted().join()
    const told = (said: readonly Said[]) => said.map((one) => `${one.place} (${filled(one)})`)
    expect(told(dutch)).toEqual(told(english))
  })

  it('have no double spaces, and no straight apostrophes', () => {
    expect(having([...english, ...dutch], /\S {2,}\S|\n|\w'\w|[a-z] [.,:;!?](\s|$)/i)).toEqual([])
  })

  it('have one word for one thing: a person signs in and out, a key is active, the app of the demo is the demo app', () => {
    const other =
      /\blog(s|ged|ging)? (in|out)\b|\blog-ins?\b|^login\b|\blogin request$|\b(cancelled|completed) the login|\b(receiving app|record browser)\b|keys? that signs?|^made$|ready requests|backwards|unchanged first|stays usable|explains itself|nothing to send|break it for|whoever keeps/i
    expect(having(english, other)).toEqual([])
    expect(
      having(
        dutch,
        /ontvangende app|dossierbrowser|(?<!-|Slipway )\bconsole\b|aanmelding|andersom$|blijft bruikbaar|legt zichzelf/i,
      ),
    ).toEqual([])
  })

  it('contain none of the phrases that readers did not understand', () => {
    const odd =
      /carries your|are not for you|for who builds|hold it against|\bmend\b|the own role|out already|as somebody invented|was to refuse|it holds from|letter by letter|whoever runs the domain/i
    expect(having(english, odd)).toEqual([])
  })

  it('say je in Dutch, a thing is not a woman, and a Dutch word stands where there is one', () => {
    const odd =
      /(?<!-)\b(u|uw|haar|zij)\b|toestemming gevraagd|launchen|lanceer|je bent deze persoon|authorization server|herla(ad|den)|commando|\bservice\b|\btoets(t|te|en)\b|getoetst|aanvaard|beheerconsole/i
    expect(having(dutch, odd)).toEqual([])
  })
})
