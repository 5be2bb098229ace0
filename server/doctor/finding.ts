// What the doctor found: whether it is well, what it saw, and what to do about it.

export type Level = 'ok' | 'warning' | 'error'

export interface Finding {
  /** What was looked at. */
  readonly check: string
  readonly level: Level
  readonly message: string
  /** What to do; absent where all is well. */
  readonly remedy?: string
}

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

/** Why something did not work, for people: the cause that Node hides in fetch failures, too. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message || (cause as NodeJS.ErrnoException).code}` : message
}
