// Rows and cells of a ScrollingTable. Each states its role, which some browsers drop when a row is displayed as a card.
import type { ComponentProps } from 'react'

/** A `tr`; its props are passed on. */
export const Row = (props: ComponentProps<'tr'>) => <tr role="row" {...props} />

/** The cell that names its row. */
export const RowHead = (props: ComponentProps<'th'>) => <th scope="row" role="rowheader" {...props} />

/** A `td`; its props are passed on. */
export const Cell = (props: ComponentProps<'td'>) => <td role="cell" {...props} />
