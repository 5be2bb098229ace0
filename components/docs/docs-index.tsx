// The front page of the documentation: where each role starts, and every page on its shelf.

import layout from '#components/ui/page/page.module.css'
import type { DocsFrame } from './contents.ts'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'

/** The roles, with the anchor of each in the tutorial of the first hour. */
const ROLES = ['newcomer', 'app-developer', 'portal-developer', 'tester', 'operator', 'teacher'] as const

export function DocsIndex(frame: DocsFrame) {
  const { texts, contents } = frame
  return (
    <DocsPage {...frame} here="/docs" title={texts.title} lead={texts.lead}>
      <section className={classes.section}>
        <h2>{texts.firstHour}</h2>
        <ul className={layout.cards}>
          {ROLES.map((role) => (
            <li key={role}>
              <a href={`/docs/tutorial/first-hour#${role}`}>{texts.roles[role].title}</a>
              <p className={layout.quiet}>{texts.roles[role].text}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.shelves}>
        {contents.map(({ id, title, pages }) => (
          <section key={id} className={classes.section}>
            <h2>{title}</h2>
            <p className={layout.quiet}>{texts.shelves[id].text}</p>
            <ul className={classes.shelf}>
              {pages.map((page) => (
                <li key={page.href}>
                  <a href={page.href} lang={page.lang} hrefLang={page.hrefLang}>
                    {page.title}
                  </a>
                  {page.hrefLang && <span className={layout.hint}> {texts.inEnglish}</span>}
                </li>
              ))}
              {id === 'reference' && (
                <>
                  <li>
                    <a href="/openapi.json">{texts.apiDocument}</a>
                  </li>
                  <li>
                    <a href="/fhir/DEFAULT/metadata">{texts.metadata}</a>
                  </li>
                </>
              )}
            </ul>
          </section>
        ))}
      </div>
    </DocsPage>
  )
}
