// Two complete versions of a record, side by side, line by line.
'use client'

import { VisuallyHidden } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Cell, Row } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import type { JsonNode } from '#lib/fhir/json-tree.ts'
import { type SideBySide, sideBySide } from '#lib/fhir/side-by-side.ts'
import classes from './browse.module.css'
import { recordTexts } from './record-texts.ts'

interface SideBySideTableProps {
  readonly from: number
  readonly to: number
  readonly was: JsonNode
  readonly now: JsonNode
}

export function SideBySideTable({ from, to, was, now }: SideBySideTableProps) {
  const texts = useTexts(recordTexts)
  const lines = sideBySide(was, now)
  return (
    <div className={classes.sideBySide}>
      <ScrollingTable label={texts.sideBySide} heads={[texts.versionNumber(from), texts.versionNumber(to)]} narrow>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two versions never change
          <Line key={index} line={line} />
        ))}
      </ScrollingTable>
    </div>
  )
}

const SIGNS = { same: undefined, added: '+', removed: '−', changed: '~' } as const

function Line({ line: { kind, depth, was, now } }: { readonly line: SideBySide }) {
  const texts = useTexts(recordTexts)
  const indent = { paddingInlineStart: `${depth + 0.75}rem` }
  const sign = SIGNS[kind]
  const cell = (text: string | undefined) => (
    <Cell>
      {text !== undefined && (
        <div style={indent}>
          {sign && <span aria-hidden data-sign={sign} />}
          {kind !== 'same' && <VisuallyHidden>{texts.change[kind]} </VisuallyHidden>}
          {text}
        </div>
      )}
    </Cell>
  )
  return (
    <Row data-kind={kind}>
      {cell(was)}
      {cell(now)}
    </Row>
  )
}
