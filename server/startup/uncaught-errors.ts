// An error that nobody caught is a line of the log, and the service goes on: before Next is loaded, and after, when Next sees to it, too.
import type { Log } from '#lib/log.ts'

/** For a process that serves. */
export function outliveErrors(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => {
      if (process.listenerCount(event) === 1) log.error({ err: error }, event) // Otherwise Next says it.
    })
}
