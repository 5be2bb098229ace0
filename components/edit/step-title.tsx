// The heading of a step, which gets the focus when the step begins: who cannot see the page hears where they are.
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
