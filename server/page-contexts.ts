// What Next and React keep of a page while it is made is in AsyncLocalStorage. Before Node 24 the first use of one lets hooks
// follow every promise and callback of the process from then on, pages or none, which makes a request to the machine interface
// cost up to twice as much. So they are let go whenever no page is being made (docs/decisions/0012-request-path.md).
import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

/** From this version of Node's on a context costs those alone who use it. */
const FREE_SINCE = 24
/** How long nobody may have asked for a page: whoever shows a page mostly asks for more of it. */
const QUIET_MS = 1000

export interface PageContexts {
  /** Makes a page; resolves, or rejects, as `make` does. */
  readonly during: (make: () => Promise<void>) => Promise<void>
}

/**
 * Lets go of the contexts of pages `quietMs` milliseconds after the last one was made. To be called before whatever makes pages
 * is loaded: it is what this leaves in the place of AsyncLocalStorage that can be let go.
 */
export function pageContexts(quietMs = QUIET_MS): PageContexts {
  if (Number.parseInt(process.versions.node, 10) >= FREE_SINCE) return { during: (make) => make() }
  const inUse = replaceStorage()
  let making = 0
  let quiet: NodeJS.Timeout | undefined
  const letGo = () => {
    for (const storage of inUse) storage.disable()
    inUse.clear()
  }
  const end = () => {
    making -= 1
    if (making === 0) quiet = setTimeout(letGo, quietMs).unref()
  }
  return {
    during: (make) => {
      clearTimeout(quiet)
      making += 1
      return make().finally(end)
    },
  }
}

/** Puts a class in the place of AsyncLocalStorage whose instances tell when they are used; gives those that are. */
function replaceStorage(): Set<AsyncLocalStorage<unknown>> {
  const inUse = new Set<AsyncLocalStorage<unknown>>()
  class PageStorage<Store> extends AsyncLocalStorage<Store> {
    override run<Result, Args extends unknown[]>(
      store: Store,
      callback: (...args: Args) => Result,
      ...args: Args
    ): Result {
      inUse.add(this)
      return super.run(store, callback, ...args)
    }

    override enterWith(store: Store): void {
      inUse.add(this)
      super.enterWith(store)
    }
  }
  asyncHooks.AsyncLocalStorage = PageStorage
  Object.assign(globalThis, { AsyncLocalStorage: PageStorage })
  syncBuiltinESMExports()
  return inUse
}
