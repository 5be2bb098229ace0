// One operation of the API: parameters, responses, and a command that calls it.

import type { HTTP_METHODS, Operation, Schema } from '#lib/api/openapi.ts'
import { curlOf } from './curl.ts'
import classes from './docs.module.css'
import { Code } from './markdown.tsx'
import type { DocsTexts } from './texts.ts'

interface ApiOperationProps {
  readonly path: string
  readonly method: (typeof HTTP_METHODS)[number]
  readonly operation: Operation
  readonly server: string
  readonly texts: DocsTexts
}

export function ApiOperation({ path, method, operation, server, texts }: ApiOperationProps) {
  const { summary, description, parameters = [], requestBody, responses, security = [] } = operation
  const form = Object.values(requestBody?.content ?? {})[0]?.schema
  return (
    <details className={classes.operation} id={operation.operationId}>
      <summary>
        <h3>
          <span className={classes.method} data-method={method}>
            {method.toUpperCase()}
          </span>{' '}
          <code>{path}</code>
        </h3>
        <span>{summary}</span>
      </summary>
      <div className={classes.body}>
        {description && <p>{description}</p>}
        <p className={classes.dimmed}>
          {security.length === 0 ? texts.open : security.flatMap((scheme) => Object.keys(scheme)).join(', ')}
        </p>
        <Facts
          title={texts.parameters}
          facts={parameters.map(({ name, description: says, required }) => ({
            name,
            says,
            note: required ? texts.required : undefined,
          }))}
        />
        <Facts title={texts.form} facts={formFields(form, texts.required)} />
        <Facts
          title={texts.responses}
          facts={Object.entries(responses).map(([name, { description: says, content = {} }]) => ({
            name,
            says,
            note: Object.keys(content).join(', ') || undefined,
          }))}
        />
        <p className={classes.label}>{texts.example}</p>
        <Code text={curlOf({ server, path, method, operation })} />
      </div>
    </details>
  )
}

interface Fact {
  readonly name: string
  readonly says: string
  readonly note: string | undefined
}

function formFields(schema: Schema | undefined, required: string): readonly Fact[] {
  const needed: readonly unknown[] = Array.isArray(schema?.['required']) ? schema['required'] : []
  return Object.entries((schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>).map(([name, field]) => ({
    name,
    says: String(field['description'] ?? ''),
    note: needed.includes(name) ? required : undefined,
  }))
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <>
      <p className={classes.label}>{title}</p>
      <dl className={classes.facts}>
        {facts.map(({ name, says, note }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {says} {note && <span className={classes.dimmed}>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
