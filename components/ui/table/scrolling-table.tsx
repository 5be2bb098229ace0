// A table in a card that scrolls sideways by itself, also by keyboard, so that the page never does. On a phone each row
// is a card, with its cells below each other and their headers as labels.
import type { CSSProperties, ReactNode } from 'react'
import { Row } from './row.tsx'
import classes from './scrolling-table.module.css'

interface ScrollingTableProps {
  readonly label: string
  /** The heads of the columns; empty for a column of buttons. */
  readonly heads: readonly string[]
  readonly busy?: boolean
  /** True when the columns fit a phone, and stay side by side there. */
  readonly narrow?: boolean
  /** True when a row has few lines on a phone; rows with `data-same` have the head of the one above them, which stands once. */
  readonly grouped?: boolean
  readonly children: ReactNode
}

export function ScrollingTable({
  label,
  heads,
  busy = false,
  narrow = false,
  grouped = false,
  children,
}: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={classes.frame} tabIndex={0} data-narrow={narrow || undefined} data-grouped={grouped || undefined}>
      <table role="table" aria-label={label} aria-busy={busy} style={labelsOf(heads)}>
        <thead role="rowgroup">
          <HeadRow heads={heads} />
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

const HeadRow = ({ heads }: Pick<ScrollingTableProps, 'heads'>) => (
  <Row>
    {heads.map((head) =>
      head === '' ? (
        <td key={head} />
      ) : (
        <th key={head} scope="col" role="columnheader">
          {head}
        </th>
      ),
    )}
  </Row>
)

/** The heads for the stylesheet, as CSS strings: --head-1, --head-2, … */
const labelsOf = (heads: readonly string[]): CSSProperties =>
  Object.fromEntries(heads.flatMap((head, index) => (head ? [[`--head-${index + 1}`, JSON.stringify(head)]] : [])))
