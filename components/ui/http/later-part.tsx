// A part of a page whose script is loaded on demand. When loading fails, only this part says so; the rest of the page
// stays, because its contents may exist nowhere else.
'use client'

import { Component, type ReactNode, Suspense } from 'react'
import { useTypedBefore } from '../form/use-typed-before.ts'
import { LoadFailed } from './load-failed.tsx'

interface LaterPartProps {
  /** Shown until the part is there. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

interface State {
  readonly error: Error | undefined
}

export class LaterPart extends Component<LaterPartProps, State> {
  override readonly state: State = { error: undefined }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    const { fallback, children } = this.props
    if (!error)
      return (
        <Suspense fallback={fallback}>
          <TypedBefore />
          {children}
        </Suspense>
      )
    if (error.name !== 'ChunkLoadError') throw error
    // A browser does not ask twice for a script that failed.
    return <LoadFailed error={error} retry={() => window.location.reload()} />
  }
}

function TypedBefore() {
  useTypedBefore()
  return null
}
