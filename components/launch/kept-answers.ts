// The answers of the sleep diary until the task is completed: only in this tab (sessionStorage), for one person and one
// task.
'use client'

import { useState } from 'react'
import type { OpenSession } from '#lib/api/launch-session.ts'

export interface KeptAnswers {
  /** For each question the place of the answer among those to choose from; shorter while there are questions left. */
  readonly answers: readonly number[]
  /** True after the person finished: only the task remains to be completed. */
  readonly done: boolean
}

const KEY = 'slipway-sleep-diary'
const NONE: KeptAnswers = { answers: [], done: false }

/** The answers of this person to this task, and a function that changes them. */
export function useKeptAnswers({ user, task }: Pick<OpenSession, 'user' | 'task'>) {
  const of = `${user} ${task}`
  const [kept, setKept] = useState(() => read(of))
  const keep = (next: KeptAnswers) => {
    setKept(next)
    inTab((storage) => storage.setItem(KEY, JSON.stringify({ of, ...next })))
  }
  return [kept, keep] as const
}

/** Leaves no answer in this tab: the task is over, or the session is. */
export const forgetAnswers = (): void => void inTab((storage) => storage.removeItem(KEY))

function read(of: string): KeptAnswers {
  try {
    const kept = JSON.parse(inTab((storage) => storage.getItem(KEY)) ?? '{}')
    return kept.of === of ? { answers: kept.answers, done: kept.done } : NONE
  } catch {
    return NONE
  }
}

/** The browser may have no storage for this site: the answers are then only on the screen. */
function inTab<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage)
  } catch {
    return undefined
  }
}
