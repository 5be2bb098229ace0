// A finding of the doctor: level, observation, remedy.
import type { AdminFinding } from '#lib/api/admin.ts'

/** What an examination found, in the language of its reader. */
export type Finding = AdminFinding
export type Level = Finding['level']

export const well = (check: string, message: string): Finding => ({ check, level: 'ok', message })
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'warning',
  message,
  remedy,
})
export const wrong = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'error',
  message,
  remedy,
})

/** The reason of an error for people, including the cause that Node hides in fetch failures. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message || (cause as NodeJS.ErrnoException).code}` : message
}
