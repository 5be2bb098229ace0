// Every kind of OAuth error, in groups.

import type { Language } from '#lib/i18n/language.ts'
import { ERROR_GROUPS } from '../errors/texts.ts'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'
import type { DocsTexts } from './texts.ts'

export function ErrorList({ texts, language }: { readonly texts: DocsTexts; readonly language: Language }) {
  return (
    <DocsPage texts={texts} title={texts.errors} lead={texts.errorsLead}>
      {Object.entries(ERROR_GROUPS).map(([group, entries]) => (
        <section key={group} className={classes.section}>
          <h2>{texts.groups[group as keyof typeof ERROR_GROUPS]}</h2>
          <dl className={classes.facts}>
            {Object.entries(entries).map(([id, entry]) => (
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
