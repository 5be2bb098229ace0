// One kind of OAuth error: meaning, causes, remedy.

import type { ErrorEntry } from '#lib/checks/check-text.ts'
import type { Language } from '#lib/i18n/language.ts'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'
import type { DocsTexts } from './texts.ts'

interface ErrorPageProps {
  readonly id: string
  readonly entry: ErrorEntry
  readonly texts: DocsTexts
  readonly language: Language
}

export function ErrorPage({ id, entry, texts, language }: ErrorPageProps) {
  const { meaning, causes, mend } = entry[language]
  return (
    <DocsPage texts={texts} title={id} lead={meaning}>
      {causes.length > 0 && (
        <section className={classes.section}>
          <h2>{texts.causes}</h2>
          <ul>
            {causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </section>
      )}
      <section className={classes.section}>
        <h2>{texts.mend}</h2>
        <p>{mend}</p>
      </section>
      <section className={classes.section}>
        <h2>{texts.source}</h2>
        <p>{entry.source}</p>
      </section>
      <p>
        <a href="/docs/errors">{texts.errors}</a>
      </p>
    </DocsPage>
  )
}
