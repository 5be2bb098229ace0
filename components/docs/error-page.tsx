// One kind of OAuth error: meaning, causes, remedy, the answer that carries it, and how to provoke it.

import type { ErrorEntry } from '#lib/checks/check-text.ts'
import type { ErrorAnswer } from '#lib/docs/error-answers.ts'
import type { Language } from '#lib/i18n/language.ts'
import { ERROR_GROUPS } from '../errors/texts.ts'
import { CodeBlock } from './code-block.tsx'
import type { DocsFrame } from './contents.ts'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'
import { MakeItHappen } from './make-it-happen.tsx'

interface ErrorPageProps extends DocsFrame {
  readonly id: string
  readonly entry: ErrorEntry
  readonly answer: ErrorAnswer | undefined
  /** Whether the domain has the app, the person and the task of the demo. */
  readonly demo: boolean
  readonly language: Language
}

const ERRORS = Object.values(ERROR_GROUPS)
  .flatMap((group) => Object.keys(group))
  .map((id) => ({ href: `/docs/errors/${id}`, title: id }))

export function ErrorPage({ id, entry, answer, demo, language, ...frame }: ErrorPageProps) {
  const { texts } = frame
  const { meaning, causes, mend } = entry[language]
  return (
    <DocsPage {...frame} here={`/docs/errors/${id}`} title={id} lead={meaning} among={ERRORS}>
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
      {answer && (
        <section className={classes.section}>
          <h2>{texts.answer}</h2>
          <p>{texts.answers[answer.by](answer.status)}</p>
          <CodeBlock text={answer.text} />
        </section>
      )}
      <MakeItHappen texts={texts} check={id} demo={demo} language={language} />
      <section className={classes.section}>
        <h2>{texts.source}</h2>
        <p>{entry.source}</p>
      </section>
      <p>
        <a href="/docs/errors">{texts.allErrors}</a>
      </p>
    </DocsPage>
  )
}
