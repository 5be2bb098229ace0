// A table in a card that scrolls sideways by itself, by keyboard too, so that the page never does.
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './scrolling-table.module.css'

interface ScrollingTableProps {
  readonly label: string
  readonly busy?: boolean
  /** True where the columns fit a phone. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

export function ScrollingTable({ label, busy = false, narrow = false, children }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={classes.frame} tabIndex={0} data-narrow={narrow || undefined}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={label} aria-busy={busy}>
        {children}
      </Table>
    </div>
  )
}
