// The results of the documentation's search: each section with the text around its first match.

import layout from '#components/ui/page/page.module.css'
import type { Found } from '#lib/docs/search.ts'
import type { DocsFrame } from './contents.ts'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'

interface SearchPageProps extends DocsFrame {
  readonly query: string
  readonly found: readonly Found[]
}

export function SearchPage({ query, found, ...frame }: SearchPageProps) {
  const { texts } = frame
  const lead = query === '' ? texts.searchLead : texts.foundCount(found.length, query)
  return (
    <DocsPage {...frame} here="/docs/search" query={query} title={texts.search} lead={lead}>
      {query !== '' && found.length === 0 && <p>{texts.foundNothing}</p>}
      <ol className={classes.found}>
        {found.map(({ href, title, page, excerpt, lang }) => (
          <li key={href}>
            <a href={href}>
              {page}
              {title !== page && <span lang={lang}>: {title}</span>}
            </a>
            <p className={layout.quiet} lang={lang}>
              {marked(excerpt)}
            </p>
          </li>
        ))}
      </ol>
    </DocsPage>
  )
}

/** Marks the odd pieces, which are the matches. */
function marked(excerpt: readonly string[]) {
  let at = 0
  return excerpt.map((piece, index) => {
    at += piece.length + 1
    return index % 2 === 1 ? <mark key={at}>{piece}</mark> : <span key={at}>{piece}</span>
  })
}
