// Pages with a face of their own: those of the demo apps, which have nothing of the site around them. A layout of Next does not
// know the address of its page, so the proxy, which does, tells it in a header.

import { DEMO_PATHS } from './demo-paths.ts'

const PAGES: readonly string[] = Object.values(DEMO_PATHS).flatMap((path) => [path, `${path}/app`])
const HEADER = 'x-own-face'

/** Writes into the headers of a page's request whether the page at a path has a face of its own, whatever they said. */
export function markOwnFace(headers: Headers, pathname: string): void {
  if (PAGES.includes(pathname)) headers.set(HEADER, 'app')
  else headers.delete(HEADER)
}

/** True for the request of a page with a face of its own, once the proxy has seen it. */
export const hasOwnFace = (headers: Pick<Headers, 'has'>): boolean => headers.has(HEADER)
