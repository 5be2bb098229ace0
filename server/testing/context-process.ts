// A program that makes pages as React does, with contexts, and says as JSON which of them were there. Ended by itself.
import { executionAsyncId } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { pageContexts } from '../page-contexts.ts'

const QUIET_MS = 50

const { during } = pageContexts(QUIET_MS)
const { AsyncLocalStorage } = await import('node:async_hooks') // As a module does that is loaded afterwards.
const context = new AsyncLocalStorage<string>()

/** Whether hooks follow what the process does: only then has what comes after a promise an id. */
async function isFollowed(): Promise<boolean> {
  await null
  return executionAsyncId() !== 0
}

const seen: (string | undefined)[] = []
const page = (name: string, takes: number) =>
  during(() =>
    context.run(name, async () => {
      await wait(takes)
      seen.push(context.getStore())
    }),
  )

const before = await isFollowed()
await page('first', 1)
const after = await isFollowed()
await wait(2 * QUIET_MS)
const quiet = await isFollowed()
await Promise.all([page('short', 1), page('long', 4 * QUIET_MS)])
const failed = await during(() => Promise.reject(new Error('no page'))).catch((error: Error) => error.message)
await wait(2 * QUIET_MS)
const atLast = await isFollowed()
process.stdout.write(JSON.stringify({ before, after, quiet, seen, failed, atLast }))
