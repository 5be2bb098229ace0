// The front of the API reference: how calls are authenticated, and every operation by its tag.

import layout from '#components/ui/page/page.module.css'
import type { OpenApi } from '#lib/api/openapi.ts'
import { slugOfTag } from '#lib/docs/api-tags.ts'
import type { DocsFrame } from './contents.ts'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'
import { MethodAndPath } from './method-and-path.tsx'
import { addressOfOperation, operationsOf, sharedRefusals } from './operations.ts'

export function ApiIndex({ api, ...frame }: DocsFrame & { readonly api: OpenApi }) {
  const { texts } = frame
  const operations = operationsOf(api)
  const headings = [
    { depth: 2, title: texts.authentication, anchor: 'authentication' },
    ...api.tags.map(({ name }) => ({ depth: 2, title: name, anchor: slugOfTag(name) })),
    { depth: 2, title: texts.refusals, anchor: 'refusals' },
  ]
  return (
    <DocsPage {...frame} here="/docs/api" title={texts.api} lead={texts.apiLead} headings={headings}>
      <p>
        <a href="/openapi.json">{texts.apiDocument}</a>
      </p>
      <section className={classes.section}>
        <h2 id="authentication">{texts.authentication}</h2>
        <dl className={classes.facts} lang="en">
          {Object.entries(api.components.securitySchemes).map(([name, scheme]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{String(scheme['description'])}</dd>
            </div>
          ))}
        </dl>
      </section>
      {api.tags.map(({ name, description }) => (
        <section key={name} className={classes.section} lang="en">
          <h2 id={slugOfTag(name)}>
            <a href={`/docs/api/${slugOfTag(name)}`}>{name}</a>
          </h2>
          <p className={layout.quiet}>{description}</p>
          <ul className={classes.operations}>
            {operations
              .filter(({ operation }) => operation.tags.includes(name))
              .map((described) => (
                <li key={described.operation.operationId}>
                  <a href={addressOfOperation(described)}>
                    <MethodAndPath method={described.method} path={described.path} />
                  </a>
                  <span className={layout.quiet}>{described.operation.summary}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <section className={classes.section}>
        <h2 id="refusals">{texts.refusals}</h2>
        <p className={layout.quiet}>{texts.refusalsLead}</p>
        <dl className={classes.facts} lang="en">
          {sharedRefusals(api).map(([status, description]) => (
            <div key={status}>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </section>
    </DocsPage>
  )
}
