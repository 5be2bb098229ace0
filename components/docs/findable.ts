// The scope of the site's search: sections of the documents, settings, errors, operations of the API, and pages.
import type { OpenApi } from '#lib/api/openapi.ts'
import { type OwnAddresses, withOwnAddresses } from '#lib/docs/addresses.ts'
import { titleFor } from '#lib/docs/dutch-titles.ts'
import { SHELVES, type Shelf } from '#lib/docs/reading-order.ts'
import type { Findable } from '#lib/docs/search.ts'
import { plainText, sectionsOf, translatedSections } from '#lib/docs/sections.ts'
import type { Language } from '#lib/i18n/language.ts'
import { ERROR_GROUPS } from './error-texts.ts'
import { addressOfOperation, operationsOf } from './operations.ts'
import { type SitePage, sitePages } from './site-pages.ts'
import type { DocsTexts } from './texts.ts'

interface FindableDocument {
  readonly lang: Language
  readonly markdown: string
  readonly original: string
}

interface Sources {
  /** Each document in the language in which it is shown, by its address. */
  readonly documents: ReadonlyMap<string, FindableDocument>
  readonly api: OpenApi
  /** The addresses of this domain, which the documents show in their examples. */
  readonly own: OwnAddresses
  readonly texts: DocsTexts
  readonly language: Language
}

const SETTINGS = '/docs/reference/settings'
/** Guides come first, and what is written for maintainers, such as decisions, after what is written for everybody. */
const WEIGHTS: Readonly<Partial<Record<Shelf['id'], number>>> = {
  ...{ begin: 2, apps: 2, portals: 2, running: 2 },
  maintainers: 0.1,
}
/** An operation of the API or a setting of that name is meant only by whoever writes all of it. */
const LATER = 0.3

/** folder/name of a document, by its address. */
const nameIn = (href: string): string => href.slice('/docs/'.length)

/** How much a document counts, by its address. */
const weightOf = (href: string): number => {
  const shelf = SHELVES.find(({ pages }) => pages.includes(nameIn(href)))
  return (shelf && WEIGHTS[shelf.id]) ?? 1
}

/** Everything that can be found. */
export const findableIn = ({ documents, api, own, texts, language }: Sources): readonly SitePage[] => [
  ...sitePages(language),
  ...[...documents].flatMap(([href, document]) => sectionsIn(href, document, own, language)),
  ...settingsIn(documents.get(SETTINGS)?.markdown ?? '', language),
  ...Object.values(ERROR_GROUPS).flatMap((group) =>
    Object.entries(group).map(([id, entry]) => {
      const { meaning, causes, mend } = entry[language]
      const text = [meaning, ...causes, mend].join(' ')
      return { kind: 'document', href: `/docs/errors/${id}`, title: id, page: texts.errors, text } as const
    }),
  ),
  ...operationsOf(api).map((described) => ({
    kind: 'document' as const,
    href: addressOfOperation(described),
    title: `${described.method.toUpperCase()} ${described.path}`,
    page: texts.api,
    text: `${described.operation.summary}. ${described.operation.description ?? ''}`,
    lang: 'en',
    weight: LATER,
  })),
]

function sectionsIn(
  href: string,
  { lang, markdown, original }: FindableDocument,
  own: OwnAddresses,
  language: Language,
): readonly Findable[] {
  const sections = translatedSections(markdown, original)
  const { title: page } = titleFor(language, nameIn(href), { title: sections[0]?.title ?? href, lang })
  return sections.map(({ depth, title, anchor, text }) => ({
    kind: 'document',
    href: depth === 1 ? href : `${href}#${anchor}`,
    title: depth === 1 ? page : title,
    page,
    text: withOwnAddresses(plainText(text), own),
    lang,
    weight: weightOf(href),
  }))
}

/** Each setting of the file that the document shows, with the comment above it. Its address lets the browser scroll to it. */
function settingsIn(markdown: string, language: Language): readonly Findable[] {
  const { title, text } = sectionsOf(markdown)[0] ?? { title: '', text: '' }
  const { title: page } = titleFor(language, nameIn(SETTINGS), { title, lang: 'en' })
  let comment = ''
  let isToldOf = false
  return text.split('\n').flatMap((line) => {
    const [, name] = /^([A-Z][A-Z_]+)=/.exec(line) ?? []
    const before = isToldOf && line.startsWith('#') ? '' : comment
    isToldOf = name !== undefined
    comment = line.startsWith('#') ? `${before} ${line.slice(2)}` : isToldOf ? before : ''
    if (name === undefined) return []
    const href = `${SETTINGS}#:~:text=${encodeURIComponent(`${name}=`)}`
    return [
      { kind: 'document', href, title: name, page, text: `${line} ${comment}`, lang: 'en', weight: LATER } as const,
    ]
  })
}
