// The pages of the documentation in order, with titles: for the list beside every page, the previous and next links,
// and the front page.
import { titleFor } from '#lib/docs/dutch-titles.ts'
import { SHELVES, type Shelf } from '#lib/docs/reading-order.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { DocsTexts } from './texts.ts'

export interface PageLink {
  readonly href: string
  readonly title: string
  /** The language of the title, of a document. */
  readonly lang?: Language
  /** The language of the page, where its title is in another. */
  readonly hrefLang?: Language
}

export interface ShelfLinks {
  readonly id: Shelf['id']
  readonly title: string
  readonly pages: readonly PageLink[]
}

/** The frame of every documentation page. */
export interface DocsFrame {
  readonly texts: DocsTexts
  readonly contents: readonly ShelfLinks[]
}

type Titles = ReadonlyMap<string, { readonly title: string; readonly lang: Language }>

/** All shelves; `titles` has the title of each document by its address. For who reads Dutch, those that are in English alone have a Dutch title. */
export const contentsOf = (titles: Titles, texts: DocsTexts): readonly ShelfLinks[] =>
  SHELVES.map(({ id, pages }) => ({
    id,
    title: texts.shelves[id].title,
    pages: pages.map((page) => {
      if (page === 'api' || page === 'errors') return { href: `/docs/${page}`, title: texts[page] }
      const href = `/docs/${page}`
      const written = titles.get(href) ?? { title: page, lang: 'en' }
      const shown = titleFor(texts.inEnglish === '' ? 'en' : 'nl', page, written)
      return shown.lang === written.lang ? { href, ...shown } : { href, title: shown.title, hrefLang: written.lang }
    }),
  }))

/** The pages before and after one. */
export function neighboursOf(pages: readonly PageLink[], href: string) {
  const at = pages.findIndex((page) => page.href === href)
  return at < 0 ? {} : { before: pages[at - 1], after: pages[at + 1] }
}
