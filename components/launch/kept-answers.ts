// The answers to the questions of an app: in this tab (sessionStorage) at once, for one person and one task, and kept by the app
// with each answer, so that they are there on another day and device.
'use client'

import { useRef, useState } from 'react'
import { sendJson } from '#components/ui/http/send-json.ts'
import type { AnswersForm, GivenAnswers } from '#lib/api/answers.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { ANSWERS_PATH } from './fhir-paths.ts'

export interface KeptAnswers {
  /** For each question the place of the answer among those to choose from; shorter while there are questions left. */
  readonly answers: readonly number[]
  /** True after the person finished: only the task remains to be completed. */
  readonly done: boolean
}

const KEY = 'slipway-answers'
const NONE: KeptAnswers = { answers: [], done: false }

/**
 * The answers of this person to this task, a function that changes them, and one that resolves when the app has the
 * last of them; it throws as sendJson does. `isSaved` says that the app has the change made last. `stored` is what the app kept before.
 */
export function useKeptAnswers(session: OpenSession, stored: GivenAnswers | undefined) {
  const of = `${session.user} ${session.task}`
  const [kept, setKept] = useState(() => read(of) ?? { ...NONE, answers: stored?.answers ?? [] })
  const current = useRef(kept)
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const [saved, setSaved] = useState<KeptAnswers>()
  // One after the other: an earlier draft must not arrive last.
  const send = () => {
    if (!mayKeep(session)) return Promise.resolve()
    sent.current = sent.current.catch(() => undefined).then(() => sendAnswers(session, current.current.answers))
    return sent.current
  }
  const keep = (next: KeptAnswers) => {
    setKept(next)
    current.current = next
    inTab((storage) => storage.setItem(KEY, JSON.stringify({ of, ...next })))
    // Where it fails they are in this tab, and sent again before the task is completed.
    const had = () => mayKeep(session) && setSaved(next)
    send().then(had, () => undefined)
  }
  return { kept, keep, send, isSaved: saved === kept }
}

/** Leaves no answer in this tab: the task is over, or the session is. */
export const forgetAnswers = (): void => void inTab((storage) => storage.removeItem(KEY))

/** Leaves no draft with the app either: nobody will complete the task. */
export function forgetDraft(session: OpenSession): void {
  forgetAnswers()
  if (mayKeep(session)) sendAnswers(session, []).catch(() => undefined) // It expires.
}

const sendAnswers = ({ id }: OpenSession, answers: readonly number[]) =>
  sendJson('POST', ANSWERS_PATH, { session: id, answers: [...answers] } satisfies AnswersForm)

/** True for people who answer: the app keeps nothing of those who review, or when nobody says whom it is about. */
const mayKeep = ({ role, patient }: OpenSession): boolean =>
  role === 'patient' || (role === 'related_person' && patient !== undefined)

function read(of: string): KeptAnswers | undefined {
  try {
    const kept = JSON.parse(inTab((storage) => storage.getItem(KEY)) ?? '{}')
    return kept.of === of ? { answers: kept.answers, done: kept.done } : undefined
  } catch {
    return undefined
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
