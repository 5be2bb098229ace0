// Placeholder bars for loading data, with text for screen readers.
'use client'

import { Skeleton, VisuallyHidden } from '@mantine/core'

interface WaitingProps {
  readonly label: string
  /** Height of a bar; by default of a list row. */
  readonly height?: number
  readonly bars?: 1 | 3
}

export function Waiting({ label, height = 44, bars = 3 }: WaitingProps) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {bars === 3 && <Skeleton height={height} mb="sm" />}
      {bars === 3 && <Skeleton height={height} mb="sm" />}
      <Skeleton height={height} />
    </div>
  )
}
