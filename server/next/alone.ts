// Where Next is the server (`next dev`, `next start`): what main.ts does where our own is.
import { domain } from '../domain/shared-domain.ts'
import { verifyStartable } from '../domain/verify-startable.ts'
import { startMaintenance } from '../maintenance/start.ts'
import { explainFailure } from '../startup/explain-failure.ts'
import { standBefore } from './front.ts'

/** Makes Next the whole service, or ends the process with a sentence. Returns a function that ends what it began. */
export async function serveAlone(): Promise<() => void> {
  try {
    await verifyStartable()
    let current = await domain()
    await current.keys.assertUsable()
    const leave = standBefore(() => {
      // The next request is looked up in what an edit has made of the table meanwhile.
      void domain().then(
        (now) => {
          current = now
        },
        () => undefined,
      )
      return current
    })
    const { stop } = await startMaintenance(current)
    return () => {
      leave()
      stop()
    }
  } catch (error) {
    explainFailure(error)
    process.exit(1)
  }
}
