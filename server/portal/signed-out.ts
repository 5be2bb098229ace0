// GET /portal/signed-out: the address to which the identity provider returns after a sign-out; `state` is the page that
// was left. That page is told what has ended.
import { SIGNED_OUT } from '#lib/api/account.ts'
import { once, queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import type { PortalDeps } from './deps.ts'

export const signedOut =
  ({ publicUrl, endsApps }: Pick<PortalDeps, 'publicUrl' | 'endsApps'>) =>
  async (request: Request): Promise<Response> => {
    const page = ownPage(publicUrl, once(queryParams(request), 'state')) ?? new URL(`${publicUrl}/portal`)
    const ended: (typeof SIGNED_OUT.values)[number] = endsApps ? 'everywhere' : 'at-provider'
    page.searchParams.set(SIGNED_OUT.name, ended)
    return respondRedirect(request, page.href)
  }

/** A page on this site by its path; undefined for anything that a browser could take for another site. */
function ownPage(publicUrl: string, path: string | undefined): URL | undefined {
  if (path === undefined || !/^\/[\w\-./?&=%]{0,500}$/.test(path) || path.startsWith('//')) return undefined
  const { origin } = new URL(publicUrl)
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  return url?.origin === origin ? url : undefined
}
