// Operations of a console page: each has a change, a result text, and an undo if possible.
'use client'

import { type ReactNode, useState } from 'react'
import { useChange } from './use-change.ts'

/** The result text of a finished operation. */
export interface Done<Answer> {
  /** The change, its object, and when it takes effect. */
  readonly text: ReactNode
  readonly undo?: { readonly label: string; readonly operation: Operation<Answer> }
}

export interface Operation<Answer> {
  readonly method?: 'POST' | 'PUT'
  /** Below /admin/api. */
  readonly path: string
  readonly body: object
  /** Built from the server's answer. */
  readonly done: (answer: Answer) => Done<Answer>
}

/** The result of the latest operation is shown until the next one begins, or it is taken away. */
export function useOperations<Answer = unknown>() {
  const change = useChange<Answer>()
  const [said, setSaid] = useState<Done<Answer>>()
  const run = ({ done, ...what }: Operation<Answer>): void => {
    setSaid(undefined)
    change.mutate(what, { onSuccess: (answer) => setSaid(done(answer)) })
  }
  const { undo } = said ?? {}
  return {
    run,
    busy: change.isPending,
    /** For Outcome. */
    outcome: {
      error: change.error,
      close: () => setSaid(undefined),
      ...(said ? { done: said.text } : {}),
      ...(undo ? { undo: { label: undo.label, run: () => run(undo.operation) } } : {}),
    },
  }
}
