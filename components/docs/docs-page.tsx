// A page of the documentation, with the list of all pages, its own headings, and the previous and next page.
import type { ReactNode } from 'react'
import type { Language } from '#lib/i18n/language.ts'
import { type DocsFrame, neighboursOf, type PageLink } from './contents.ts'
import classes from './docs.module.css'
import { DocsSide } from './docs-side.tsx'
import { type Heading, OnThisPage, OnThisPageFolded } from './on-this-page.tsx'

interface DocsPageProps extends DocsFrame {
  /** The address of this page. */
  readonly here: string
  readonly title: string
  /** The language of the title, if it differs from the page's. */
  readonly titleLang?: Language
  readonly lead?: ReactNode
  /** The search text. */
  readonly query?: string
  readonly headings?: readonly Heading[]
  /** The language of the headings, if it differs from the page's. */
  readonly headingsLang?: Language
  /** The pages among which the previous and next one are chosen; by default those of all shelves. */
  readonly among?: readonly PageLink[]
  readonly children: ReactNode
}

export function DocsPage({
  texts,
  contents,
  here,
  title,
  titleLang,
  lead,
  query,
  headings = [],
  headingsLang,
  among = contents.flatMap(({ pages }) => pages),
  children,
}: DocsPageProps) {
  const { before, after } = neighboursOf(among, here)
  return (
    <div className={classes.site}>
      <DocsSide texts={texts} contents={contents} here={here} query={query} />
      <div className={classes.page}>
        <div className={classes.text}>
          <h1 lang={titleLang}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
          <OnThisPageFolded texts={texts} headings={headings} lang={headingsLang} />
          {children}
          {(before || after) && (
            <nav className={classes.turn} aria-label={texts.turn}>
              {before && (
                <a className={classes.before} href={before.href} hrefLang={before.hrefLang} rel="prev">
                  <span>{texts.before}</span>
                  <span lang={before.lang}>{before.title}</span>
                </a>
              )}
              {after && (
                <a className={classes.after} href={after.href} hrefLang={after.hrefLang} rel="next">
                  <span>{texts.after}</span>
                  <span lang={after.lang}>{after.title}</span>
                </a>
              )}
            </nav>
          )}
        </div>
        <OnThisPage texts={texts} headings={headings} lang={headingsLang} />
      </div>
    </div>
  )
}
