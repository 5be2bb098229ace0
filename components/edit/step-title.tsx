// The heading of a step. It gets the focus when the step starts, so that screen reader users hear where they are.
'use client'

import { type ReactNode, useEffect, useRef } from 'react'

export function StepTitle({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
