// Parameters, or members of an answer: each on a line, tokens decoded with the meaning of every claim.
'use client'

import { useLanguage } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import type { Members } from '#lib/api/traces.ts'
import { CLAIM_MEANINGS } from '#lib/i18n/claim-meanings.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { decodedOf } from '#lib/trace-view/values.ts'
import classes from './member-table.module.css'
import { TraceValue } from './trace-value.tsx'

interface MemberTableProps {
  readonly label: string
  readonly members: Members
  /** The time of the request, in epoch milliseconds. */
  readonly at: number
}

export function MemberTable({ label, members, at }: MemberTableProps) {
  const entries = Object.entries(members)
  if (entries.length === 0) return null
  return (
    <dl className={classes.members} aria-label={label}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {decodedOf(value) ? (
              <Token value={value} at={at} />
            ) : (
              <code className={layout.mono}>
                <TraceValue name={name} value={value} at={at} />
              </code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A token without its signature: its members, and their meanings. */
function Token({ value, at }: { readonly value: unknown; readonly at: number }) {
  const words = TRACE_TEXTS[useLanguage()]
  const jwt = decodedOf(value)
  if (!jwt) return null
  return (
    <div className={classes.token}>
      <Claims caption={words.header} members={jwt.header} at={at} />
      <Claims caption={words.claims} members={jwt.claims} at={at} />
    </div>
  )
}

function Claims({
  caption,
  members,
  at,
}: {
  readonly caption: string
  readonly members: Members
  readonly at: number
}) {
  const language = useLanguage()
  const meanings = CLAIM_MEANINGS[language]
  if (Object.keys(members).length === 0) return null
  return (
    <table className={classes.claims}>
      <caption>{caption}</caption>
      <tbody>
        {Object.entries(members).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <code className={layout.mono}>
                <TraceValue name={name} value={value} at={at} />
              </code>
            </td>
            <td className={layout.quiet}>{meanings[name]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
