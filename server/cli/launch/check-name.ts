// Finds names of checks in texts.
import { CHECK_NAMES, type CheckName } from '#lib/checks/checks.ts'

export const isCheckName = (text: string | undefined): text is CheckName =>
  (CHECK_NAMES as readonly (string | undefined)[]).includes(text)

/** The check at the start of an error_description; undefined when it names none. */
export function checkOf(description: string | null | undefined): CheckName | undefined {
  const [name] = (description ?? '').split(': ', 1)
  return isCheckName(name) ? name : undefined
}
