// The process as every room sees it, passed in so that tests can replace it.
import type { Clock } from './clock.ts'
import type { Random } from './crypto/random.ts'
import type { Log } from './log.ts'

/** Clock, random numbers and log of the process. */
export interface Runtime {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}
