// What `npm start` runs: first of all what stands in for AsyncLocalStorage, then everything that may load something of Next's.
import { pageContexts } from './page-contexts.ts'

const contexts = pageContexts()
const service = await import('./start.ts')

export const { assertStartable, explainFailure } = service

/** Starts the service; `startedAt` is when the command began, in epoch milliseconds. */
export const start = (startedAt: number): Promise<void> => service.start(startedAt, contexts)
