// Records the steps of one launch, for the progress steps on the app's page.
import type { LaunchStep, LaunchStepName } from '#lib/api/launch-session.ts'
import { LAUNCH_STEPS } from '#lib/api/launch-words.ts'
import type { Clock } from '#lib/clock.ts'

/** Longest detail of a step, in characters: all steps share one cookie. */
const DETAIL_LENGTH = 80

export interface Progress {
  readonly startedAt: number
  readonly steps: () => readonly LaunchStep[]
  readonly done: (step: LaunchStepName, detail: string) => void
  readonly failed: (step: LaunchStepName, detail: string) => void
  readonly current: () => LaunchStepName
}

/** Starts recording, or continues a record from before the redirect. */
export function recordProgress(clock: Clock, startedAt = clock(), earlier: readonly LaunchStep[] = []): Progress {
  const steps = [...earlier]
  const add = (ok: boolean) => (step: LaunchStepName, detail: string) => {
    steps.push({ step, ok, ms: clock() - startedAt, detail: clip(detail, DETAIL_LENGTH) })
  }
  return {
    startedAt,
    steps: () => steps,
    done: add(true),
    failed: add(false),
    current: () => LAUNCH_STEPS.find((step) => !steps.some((taken) => taken.step === step)) ?? 'open',
  }
}

/** A text cut to a length, with a visible mark. */
export const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`
