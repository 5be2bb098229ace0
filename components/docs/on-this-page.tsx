// The headings of a page: beside the text if there is room, otherwise folded above it.
import type { Language } from '#lib/i18n/language.ts'
import classes from './docs.module.css'
import type { DocsTexts } from './texts.ts'

export interface Heading {
  /** 2 or 3; deeper ones are left out. */
  readonly depth: number
  readonly title: string
  readonly anchor: string
}

interface OnThisPageProps {
  readonly texts: DocsTexts
  readonly headings: readonly Heading[]
  readonly lang?: Language | undefined
}

/** Fewer headings than this are seen at a glance. */
const FEWEST = 3

const shownOf = (headings: readonly Heading[]) => {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3)
  return shown.length < FEWEST ? [] : shown
}

/** Above the text, folded. */
export function OnThisPageFolded({ texts, headings, lang }: OnThisPageProps) {
  const shown = shownOf(headings)
  if (shown.length === 0) return null
  return (
    <details className={classes.contentsFolded}>
      <summary>{texts.onThisPage}</summary>
      <HeadingList headings={shown} lang={lang} />
    </details>
  )
}

/** The headings beside the text. */
export function OnThisPage({ texts, headings, lang }: OnThisPageProps) {
  const shown = shownOf(headings)
  if (shown.length === 0) return null
  return (
    <nav className={classes.contents} aria-label={texts.onThisPage}>
      <p>{texts.onThisPage}</p>
      <HeadingList headings={shown} lang={lang} />
    </nav>
  )
}

function HeadingList({ headings, lang }: Pick<OnThisPageProps, 'headings' | 'lang'>) {
  return (
    <ul className={classes.headings} lang={lang}>
      {headings.map(({ depth, title, anchor }) => (
        <li key={anchor} data-depth={depth}>
          <a href={`#${anchor}`}>{title}</a>
        </li>
      ))}
    </ul>
  )
}
