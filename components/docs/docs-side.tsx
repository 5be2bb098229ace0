// Beside every documentation page: the search, and the list of all pages. On a narrow screen the list opens as a native
// popover, without script.

import { Button } from '@mantine/core'
import type { DocsFrame } from './contents.ts'
import classes from './docs.module.css'
import { SearchForm } from './search-form.tsx'
import { ShowCurrent } from './show-current.tsx'

interface DocsSideProps extends DocsFrame {
  readonly here: string
  readonly query: string | undefined
}

export function DocsSide({ texts, contents, here, query }: DocsSideProps) {
  return (
    <div className={classes.side}>
      <div className={classes.bar}>
        <Button variant="default" fw={400} className={classes.allPages} popoverTarget="docs-pages">
          {texts.allPages}
        </Button>
        <SearchForm texts={texts} query={query} />
      </div>
      <nav id="docs-pages" className={classes.pages} popover="auto" aria-label={texts.title}>
        <a href="/docs" aria-current={here === '/docs' ? 'page' : undefined}>
          {texts.title}
        </a>
        {/* What is for maintainers is as long as all the rest: it is folded for who reads the rest. */}
        {contents.map(({ id, title, pages }) => (
          <details key={id} open={id !== 'maintainers' || pages.some(({ href }) => currentAt(here, href))}>
            <summary id={`shelf-${id}`}>{title}</summary>
            <ul aria-labelledby={`shelf-${id}`}>
              {pages.map((page) => (
                <li key={page.href}>
                  <a
                    href={page.href}
                    lang={page.lang}
                    hrefLang={page.hrefLang}
                    aria-current={currentAt(here, page.href)}
                  >
                    {page.title}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
      <ShowCurrent list="docs-pages" here={here} />
    </div>
  )
}

/** `page` at the page itself, `true` on one below it. */
const currentAt = (here: string, href: string) => {
  if (here === href) return 'page'
  return here.startsWith(`${href}/`) ? true : undefined
}
