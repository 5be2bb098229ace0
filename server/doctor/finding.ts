// A finding of the doctor: level, observation, remedy.

export type Level = 'ok' | 'warning' | 'error'

export interface Finding {
  /** The name of the check. */
  readonly check: string
  readonly level: Level
  readonly message: string
  /** The remedy; absent where all is well. */
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

/** The reason of an error for people, including the cause that Node hides in fetch failures. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message || (cause as NodeJS.ErrnoException).code}` : message
}
