// What the main thread and a database thread say to each other.
import type { SearchRefusal } from '#lib/search-refused.ts'
import type { Work } from './search-work.ts'

/** The start data of a thread. */
export interface ThreadData {
  /** The path of the database file. */
  readonly file: string
  readonly task: 'search' | 'checkpoints'
  /** One number: the id of the job that is to be stopped, or ALL. */
  readonly stopped: SharedArrayBuffer
}

/** Stops every job. */
export const ALL = -1

/** A piece of work, which may run for some milliseconds. */
export interface ThreadJob {
  readonly id: number
  readonly work: Work
  readonly ms: number
}

export type ThreadAnswer = { readonly id: number; readonly spent: number } & (
  | { readonly done: unknown }
  | { readonly refused: SearchRefusal }
  | { readonly failed: { readonly message: string; readonly code: string | undefined } }
)
