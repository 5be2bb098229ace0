// Every kind of OAuth error, in groups.

import type { Language } from '#lib/i18n/language.ts'
import type { DocsFrame } from './contents.ts'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'
import { ERROR_GROUPS } from './error-texts.ts'

export function ErrorList({ language, ...frame }: DocsFrame & { readonly language: Language }) {
  const { texts } = frame
  const groups = Object.entries(ERROR_GROUPS).map(([group, entries]) => ({
    group,
    title: texts.groups[group as keyof typeof ERROR_GROUPS],
    entries: Object.entries(entries),
  }))
  const headings = groups.map(({ group, title }) => ({ depth: 2, title, anchor: group }))
  return (
    <DocsPage {...frame} here="/docs/errors" title={texts.errors} lead={texts.errorsLead} headings={headings}>
      {groups.map(({ group, title, entries }) => (
        <section key={group} className={classes.section}>
          <h2 id={group}>{title}</h2>
          <dl className={classes.facts}>
            {entries.map(([id, entry]) => (
              <div key={id}>
                <dt>
                  <a href={`/docs/errors/${id}`}>{id}</a>
                </dt>
                <dd>{entry[language].meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DocsPage>
  )
}
