// The deeds of a page of the console: each a change, what is said when it is done, and how it is undone where it can be.
'use client'

import { useState } from 'react'
import { useChange } from './use-change.ts'

/** What is said of a deed that was done. */
export interface Done<Answer> {
  /** What happened, to what, and from when on it holds. */
  readonly text: string
  readonly undo?: { readonly label: string; readonly deed: Operation<Answer> }
}

export interface Operation<Answer> {
  readonly method?: 'POST' | 'PUT'
  /** Below /admin/api. */
  readonly path: string
  readonly body: object
  /** Told from the answer of the server. */
  readonly done: (answer: Answer) => Done<Answer>
}

/** What came of the latest deed stands until the next one begins. */
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
      ...(said ? { done: said.text } : {}),
      ...(undo ? { undo: { label: undo.label, run: () => run(undo.deed) } } : {}),
    },
  }
}
