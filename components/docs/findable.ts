// The scope of the site's search: sections of the documents, settings, errors, operations of the API, and pages.
import type { OpenApi } from '#lib/api/openapi.ts'
import { type OwnAddresses, withOwnAddresses } from '#lib/docs/addresses.ts'
import { SHELVES } from '#lib/docs/reading-order.ts'
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

const MAINTAINERS = SHELVES.find(({ id }) => id === 'maintainers')?.pages ?? []
const SETTINGS = '/docs/reference/settings'
/** What is written for maintainers, and the operations of the API, come after what is written for everybody. */
const LATER = 0.4

/** Everything that can be found. */
export const findableIn = ({ documents, api, own, texts, language }: Sources): readonly SitePage[] => [
  ...sitePages(language),
  ...[...documents].flatMap(([href, document]) => sectionsIn(href, document, own)),
  ...settingsIn(documents.get(SETTINGS)?.markdown ?? ''),
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
): readonly Findable[] {
  const sections = translatedSections(markdown, original)
  const page = sections[0]?.title ?? href
  return sections.map(({ depth, title, anchor, text }) => ({
    kind: 'document',
    href: depth === 1 ? href : `${href}#${anchor}`,
    title,
    page,
    text: withOwnAddresses(plainText(text), own),
    lang,
    ...(MAINTAINERS.includes(href.slice('/docs/'.length)) ? { weight: LATER } : {}),
  }))
}

/** Each setting of the file that the document shows, with the comment above it. Its address lets the browser scroll to it. */
function settingsIn(markdown: string): readonly Findable[] {
  const { title: page, text } = sectionsOf(markdown)[0] ?? { title: '', text: '' }
  let comment = ''
  let isToldOf = false
  return text.split('\n').flatMap((line) => {
    const [, name] = /^([A-Z][A-Z_]+)=/.exec(line) ?? []
    const before = isToldOf && line.startsWith('#') ? '' : comment
    isToldOf = name !== undefined
    comment = line.startsWith('#') ? `${before} ${line.slice(2)}` : isToldOf ? before : ''
    if (name === undefined) return []
    const href = `${SETTINGS}#:~:text=${encodeURIComponent(`${name}=`)}`
    return [{ kind: 'document', href, title: name, page, text: `${line} ${comment}`, lang: 'en' } as const]
  })
}
