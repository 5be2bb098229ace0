// Bars in place of what is being loaded, with words for screen readers.
'use client'

import { Skeleton, VisuallyHidden } from '@mantine/core'

interface WaitingProps {
  readonly label: string
  /** Of a bar; rows of a list unless told. */
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
