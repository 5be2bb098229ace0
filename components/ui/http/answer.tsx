// Parts of an answer to a request that a reader sent from a page: its status and duration, and its headers.
'use client'

import { Badge } from '@mantine/core'
import layout from '#components/ui/page/page.module.css'
import classes from './answer.module.css'

/** The status in the colour of success or refusal; `took` is the duration in words. */
export const AnswerStatus = ({ status, took }: { readonly status: number; readonly took: string }) => (
  <>
    <Badge component="span" color={status < 400 ? 'teal' : 'red'}>
      {status}
    </Badge>{' '}
    <span className={layout.hint}>{took}</span>
  </>
)

interface AnswerHeadersProps {
  readonly summary: string
  readonly headers: readonly (readonly [string, string])[]
}

/** All headers, folded. */
export const AnswerHeaders = ({ summary, headers }: AnswerHeadersProps) => (
  <details className={layout.more}>
    <summary>{summary}</summary>
    <dl className={classes.headers}>
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  </details>
)
