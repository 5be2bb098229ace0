// One document of the project as a page.

import layout from '#components/ui/page/page.module.css'
import { type OwnAddresses, ownIn } from '#lib/docs/addresses.ts'
import { titleFor } from '#lib/docs/dutch-titles.ts'
import { translatedSections } from '#lib/docs/sections.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { DocsFrame } from './contents.ts'
import { DocsPage } from './docs-page.tsx'
import { Markdown } from './markdown.tsx'

/** A document in the language in which it is shown. */
interface ShownDocument {
  readonly folder: string
  readonly name: string
  readonly title: string
  readonly lang: Language
  readonly markdown: string
  /** The English document. */
  readonly original: string
  /** Whether it is there in the other language. */
  readonly isTranslated: boolean
}

interface DocumentPageProps extends DocsFrame {
  /** The reader's. */
  readonly language: Language
  readonly document: ShownDocument
  readonly facts: Omit<OwnAddresses, 'clientId'>
  /** An app of the reader's own. */
  readonly app: { readonly clientId: string; readonly name: string } | undefined
}

const OTHER = { en: 'nl', nl: 'en' } as const
/** The link to a document in the other language, for who reads that one. */
const READ_IN = { en: 'Read this document in English', nl: 'Lees dit document in het Nederlands' } as const

export function DocumentPage({ document, language, facts, app, ...frame }: DocumentPageProps) {
  const { folder, name, lang, markdown, original, isTranslated } = document
  const { texts } = frame
  const { title, lang: titleLang } = titleFor(language, `${folder}/${name}`, document)
  const sections = translatedSections(markdown, original)
  const own = { ...facts, clientId: app?.clientId }
  const filledIn = { nothing: '', addresses: texts.ownAddresses, app: texts.ownApp(app?.name ?? '') }
  const lead = [isTranslated ? '' : texts.onlyInEnglish, filledIn[ownIn(markdown, app !== undefined)]].filter(Boolean)
  const other = OTHER[lang]
  return (
    <DocsPage
      {...frame}
      here={`/docs/${folder}/${name}`}
      {...{ title, titleLang, headings: sections.slice(1), headingsLang: lang }}
    >
      {(lead.length > 0 || isTranslated) && (
        <p className={layout.quiet}>
          {lead.join(' ')}{' '}
          {isTranslated && (
            <a href={`?lang=${other}`} hrefLang={other} lang={other}>
              {READ_IN[other]}
            </a>
          )}
        </p>
      )}
      <article lang={lang}>
        <Markdown text={markdown} anchors={sections.map(({ anchor }) => anchor)} folder={folder} own={own} />
      </article>
    </DocsPage>
  )
}
