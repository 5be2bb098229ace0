// Where Next is the server (`next dev`, `next start`): what main.ts does where our own is.
import { readConfig } from '../config/config.ts'
import { assertStartable } from '../domain/assert-startable.ts'
import { domain } from '../domain/shared-domain.ts'
import { startMaintenance } from '../maintenance/start.ts'
import { explainFailure } from '../startup/explain-failure.ts'
import { prepareRequests } from './requests.ts'

/** Makes Next the whole service, or ends the process with a sentence. Returns a function that ends what it began. */
export async function serveAlone(): Promise<() => void> {
  try {
    assertStartable()
    const unprepare = prepareRequests(readConfig())
    const opened = await domain()
    await opened.keys.assertUsable()
    const { stop } = await startMaintenance(opened)
    return () => {
      unprepare()
      stop()
    }
  } catch (error) {
    explainFailure(error)
    process.exit(1)
  }
}
