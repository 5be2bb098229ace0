// What changed nothing may run anew: a transaction that lost against another one, and a statement that a migration has overtaken.
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isConflict, isOutdated } from './errors.ts'
import { PATIENCE_MS } from './settings.ts'

/** When another one keeps winning, it runs at least so many times, and until so many milliseconds have passed. */
const FEWEST_TRIES = 10
const LONGEST_MS = 2 * PATIENCE_MS
/**
 * The longest pause before the second try, in milliseconds: of two that lost against each other, one is first. It doubles with each
 * try up to another length: of many that begin anew together, most would lose again.
 */
const PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500

/** Runs `work` until it neither lost nor was overtaken; `isLost` says what else is a loss. It may touch nothing but the database. */
export async function anew<T>(work: () => Promise<T>, isLost: (error: unknown) => boolean = () => false): Promise<T> {
  const begun = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const isOver = tries >= FEWEST_TRIES && performance.now() - begun > LONGEST_MS
      if (isOver || !(isConflict(error) || isOutdated(error) || isLost(error))) throw error
      await delay(randomInt(Math.min(PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)))
    }
  }
}
