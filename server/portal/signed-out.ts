// GET /portal/signed-out: the address to which the identity provider returns after a sign-out; `state` is the page that
// was left.
import { once, queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import type { PortalDeps } from './deps.ts'

export const signedOut =
  ({ publicUrl }: Pick<PortalDeps, 'publicUrl'>) =>
  async (request: Request): Promise<Response> => {
    const state = once(queryParams(request), 'state')
    return respondRedirect(request, ownPage(publicUrl, state) ?? `${publicUrl}/portal`)
  }

/** The path of a page on this site; undefined for anything that a browser could take for another site. */
function ownPage(publicUrl: string, path: string | undefined): string | undefined {
  if (path === undefined || !/^\/[\w\-./?&=%]{0,500}$/.test(path) || path.startsWith('//')) return undefined
  const { origin } = new URL(publicUrl)
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  return url?.origin === origin ? url.href : undefined
}
