// The scope of the documentation's search: sections of the documents, errors, and operations of the API.
import type { OpenApi } from '#lib/api/openapi.ts'
import { type OwnAddresses, withOwnAddresses } from '#lib/docs/addresses.ts'
import type { Findable } from '#lib/docs/search.ts'
import { plainText, translatedSections } from '#lib/docs/sections.ts'
import type { Language } from '#lib/i18n/language.ts'
import { ERROR_GROUPS } from './error-texts.ts'
import { addressOfOperation, operationsOf } from './operations.ts'
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

/** Everything that can be found. */
export const findableIn = ({ documents, api, own, texts, language }: Sources): readonly Findable[] => [
  ...[...documents].flatMap(([href, document]) => sectionsIn(href, document, own)),
  ...Object.values(ERROR_GROUPS).flatMap((group) =>
    Object.entries(group).map(([id, entry]) => {
      const { meaning, causes, mend } = entry[language]
      return { href: `/docs/errors/${id}`, title: id, page: texts.errors, text: [meaning, ...causes, mend].join(' ') }
    }),
  ),
  ...operationsOf(api).map((described) => ({
    href: addressOfOperation(described),
    title: `${described.method.toUpperCase()} ${described.path}`,
    page: texts.api,
    text: `${described.operation.summary}. ${described.operation.description ?? ''}`,
    lang: 'en',
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
    href: depth === 1 ? href : `${href}#${anchor}`,
    title,
    page,
    text: withOwnAddresses(plainText(text), own),
    lang,
  }))
}
