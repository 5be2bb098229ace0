// Next's request scope around a route, in which `headers()` and `cookies()` of next/headers work; next-auth uses them.
import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external.js'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { HeadersAdapter } from 'next/dist/server/web/spec-extension/adapters/headers.js'
import { RequestCookiesAdapter } from 'next/dist/server/web/spec-extension/adapters/request-cookies.js'
import { RequestCookies } from 'next/dist/server/web/spec-extension/cookies.js'

type WorkStore = Parameters<typeof workAsyncStorage.run>[0]
type UnitStore = Parameters<typeof workUnitAsyncStorage.run>[0]

/** Runs a route's handler for a request. Import this before what the handler imports of Next. */
export function inNextScope<T>(request: Request, run: () => Promise<T>): Promise<T> {
  const headers = HeadersAdapter.seal(request.headers)
  const cookies = RequestCookiesAdapter.seal(new RequestCookies(request.headers))
  const work = { route: new URL(request.url).pathname, forceStatic: false } as Partial<WorkStore> as WorkStore
  const unit = { type: 'request', phase: 'render', headers, cookies } as Partial<UnitStore> as UnitStore
  return workAsyncStorage.run(work, () => workUnitAsyncStorage.run(unit, run))
}
