// The API, operation by operation, from the OpenAPI description, with no script of its own.

import { HTTP_METHODS, type OpenApi } from '#lib/api/openapi.ts'
import { ApiOperation } from './api-operation.tsx'
import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'
import type { DocsTexts } from './texts.ts'

export function ApiReference({ api, texts }: { readonly api: OpenApi; readonly texts: DocsTexts }) {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
  return (
    <DocsPage texts={texts} title={texts.api} lead={texts.apiLead}>
      <p>
        <a href="/openapi.json">{texts.apiDocument}</a>
      </p>
      <section className={classes.section}>
        <h2>{texts.authentication}</h2>
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
          <h2>{name}</h2>
          <p className={classes.dimmed}>{description}</p>
          {operations
            .filter(({ operation }) => operation.tags.includes(name))
            .map((each) => (
              <ApiOperation
                key={each.operation.operationId}
                {...each}
                server={api.servers[0]?.url ?? ''}
                texts={texts}
              />
            ))}
        </section>
      ))}
    </DocsPage>
  )
}
