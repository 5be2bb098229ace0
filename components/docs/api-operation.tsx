// One operation of the API: address, parameters, responses, and a command that calls it.

import { Fragment } from 'react'
import layout from '#components/ui/page/page.module.css'
import type { Schema } from '#lib/api/openapi.ts'
import { CodeBlock } from './code-block.tsx'
import { curlOf } from './curl.ts'
import classes from './docs.module.css'
import { MethodAndPath } from './method-and-path.tsx'
import { type DescribedOperation, makerOf, tryItAddress } from './operations.ts'
import type { DocsTexts } from './texts.ts'
import { trialOf } from './trial.ts'
import { TryIt } from './try-it.tsx'

interface ApiOperationProps extends DescribedOperation {
  readonly server: string
  readonly texts: DocsTexts
}

export function ApiOperation({ server, texts, ...described }: ApiOperationProps) {
  const { path, method, operation, shared, alsoAt } = described
  const tryIt = tryItAddress(described)
  const trial = trialOf(described)
  const maker = makerOf(described)
  const { operationId, summary, description, parameters = [], requestBody, responses, security = [] } = operation
  const form = Object.values(requestBody?.content ?? {})[0]?.schema
  return (
    <section className={classes.operation} aria-labelledby={operationId}>
      <h2 id={operationId} lang="en">
        {summary}
      </h2>
      <p className={classes.address}>
        <MethodAndPath method={method} path={path} />
        {tryIt && <a href={tryIt}>{texts.tryIt}</a>}
        {maker && <a href={MAKERS[maker]}>{texts.makers[maker]}</a>}
      </p>
      {alsoAt && (
        <p className={layout.quiet}>
          {texts.alsoAt} <code>{alsoAt}</code>
        </p>
      )}
      {description && <p lang="en">{description}</p>}
      <p className={layout.quiet}>
        {security.length === 0 ? (
          texts.open
        ) : (
          <>
            <a href="/docs/api#authentication">{texts.authentication}</a>:{' '}
            {security
              .flatMap((scheme) => Object.keys(scheme))
              .map((name, at) => (
                <Fragment key={name}>
                  {at > 0 && ', '}
                  <code>{name}</code>
                </Fragment>
              ))}
          </>
        )}
      </p>
      {trial && <TryIt trial={trial} />}
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
      <p className={layout.quiet}>
        <a href="/docs/api#refusals">{texts.sharedRefusals}</a>: {shared.join(', ')}
      </p>
      <p className={classes.label}>{texts.example}</p>
      <CodeBlock text={curlOf({ server, path, method, operation })} />
    </section>
  )
}

const MAKERS = { assertion: '/tools/assertion', launch: '/portal/compose' } as const

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

/** More rows than this are folded. */
const MOST_ROWS = 5

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  const list = (
    <dl className={classes.facts} lang="en">
      {facts.map(({ name, says, note }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {says} {note && <span className={layout.quiet}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (facts.length > MOST_ROWS)
    return (
      <details className={classes.folded}>
        <summary className={classes.label}>
          {title} ({facts.length})
        </summary>
        {list}
      </details>
    )
  return (
    <>
      <p className={classes.label}>{title}</p>
      {list}
    </>
  )
}
