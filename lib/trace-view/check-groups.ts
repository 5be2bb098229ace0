// The checks as a person looks for one among fifty: by the request that makes it.
import { CHECK_NAMES, CHECKS, type CheckName } from '../checks/checks.ts'
import { STEPS, type StepName } from '../checks/steps.ts'
import type { Actor } from '../i18n/actors.ts'
import type { Language } from '../i18n/language.ts'

/** The checks of a step that no step before it has. */
export interface CheckGroup {
  readonly step: StepName
  readonly peer: Actor
  /** By name, each with what it asks, without the full stop. */
  readonly checks: readonly { readonly name: CheckName; readonly rule: string }[]
}

/** Each check once, below the first step that makes it; the order is that of a launch. */
export function checkGroups(language: Language): readonly CheckGroup[] {
  const left = new Set<CheckName>(CHECK_NAMES)
  const groups = Object.entries(STEPS).map(([step, { peer, checks }]) => ({
    step: step as StepName,
    peer,
    checks: checks
      .filter((name: CheckName) => left.delete(name))
      .map((name: CheckName) => ({ name, rule: CHECKS[name][language].expected.replace(/\.$/, '') })),
  }))
  return groups.filter(({ checks }) => checks.length > 0)
}
