// Expected and received values, member by member, with the differing characters marked.
'use client'

import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import type { TraceCheck } from '#lib/api/traces.ts'
import { instantOfClaim } from '#lib/oauth/claim-instants.ts'
import { closest, differenceOf, type Piece } from '#lib/trace-view/differences.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { type ComparedRow, comparedRows, hasExpected } from '#lib/trace-view/values.ts'
import { TraceValue } from './trace-value.tsx'
import classes from './traces.module.css'

export function Compared({ check, at }: { readonly check: TraceCheck; readonly at: number }) {
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const rows = comparedRows(check, at, language)
  if (rows.length === 0) return null
  const isExpected = hasExpected(rows)
  return (
    <div className={classes.comparedFrame}>
      <table className={classes.compared}>
        <thead>
          <tr>
            <td />
            {isExpected && <th scope="col">{words.expected}</th>}
            <th scope="col">{words.received}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.name} row={row} isExpected={isExpected} at={at} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly row: ComparedRow
  /** False when no row has an expected value: then there is no column for it. */
  readonly isExpected: boolean
  /** The time of the request, in epoch milliseconds. */
  readonly at: number
}

function Row({ row, isExpected, at }: RowProps) {
  const words = TRACE_TEXTS[useLanguage()]
  const { name, expected, received, agrees } = row
  const cells = isTime(row) ? timesIn(row, at) : textsIn(row)
  return (
    <tr data-agrees={agrees}>
      <th scope="row">
        <code>{name}</code>
        {expected.length > 0 && <VisuallyHidden> {agrees ? words.agrees : words.differs}</VisuallyHidden>}
      </th>
      {isExpected && (
        <td data-label={words.expected} data-empty={expected.length === 0}>
          {cells.expected}
        </td>
      )}
      <td data-label={words.received} data-empty={received === undefined}>
        {cells.received}
      </td>
    </tr>
  )
}

interface Cells {
  readonly expected: ReactNode
  readonly received: ReactNode
}

/** Texts, with the characters that differ. */
function textsIn({ expected, received, agrees }: ComparedRow): Cells {
  const near = agrees || received === undefined ? undefined : closest(expected, received)
  const difference = near === undefined || received === undefined ? undefined : differenceOf(near, received)
  return {
    expected: (
      <>
        {difference ? <Pieces pieces={difference.expected} /> : <code>{expected[0] ?? ''}</code>}
        <Others texts={expected.filter((text) => text !== (near ?? expected[0]))} />
      </>
    ),
    received: difference ? <Pieces pieces={difference.received} /> : <code>{received ?? ''}</code>,
  }
}

const isTime = ({ name, values }: ComparedRow): boolean =>
  [...values.expected, values.received].some((value) => instantOfClaim(name, value) !== undefined)

/** Times: their distance from the request says what differs, not their characters. */
function timesIn({ name, received, values }: ComparedRow, at: number): Cells {
  const time = (value: unknown) => (
    <code key={String(value)}>
      <TraceValue name={name} value={value} at={at} />
    </code>
  )
  return { expected: values.expected.map(time), received: received !== undefined && time(values.received) }
}

/** Other accepted values. */
function Others({ texts }: { readonly texts: readonly string[] }) {
  const words = TRACE_TEXTS[useLanguage()]
  if (texts.length === 0) return null
  return (
    <ul className={classes.others} aria-label={words.anyOf}>
      {texts.map((text) => (
        <li key={text}>
          <code>{text}</code>
        </li>
      ))}
    </ul>
  )
}

const Pieces = ({ pieces }: { readonly pieces: readonly Piece[] }) => (
  <code>
    {pieces.map(({ text, differs }) =>
      differs ? <mark key={`${text}!`}>{text}</mark> : <span key={text}>{text}</span>,
    )}
  </code>
)
