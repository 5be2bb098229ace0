// Acting as a demo person without signing in; only in the demo domain.
import { HOUR, SECOND } from '#lib/clock.ts'
import type { Params } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import { assertSameOrigin, readForm } from './form.ts'
import { ACTING_COOKIE, demoPeople } from './person.ts'

/** A working day; the persona is no secret and proves nothing. */
const LIFETIME_S = (8 * HOUR) / SECOND

/** Pages to return to. The list is closed, which prevents open redirects. */
const PLACES: Readonly<Record<string, string>> = {
  portal: '/portal',
  connect: '/connect',
  'fhir-console': '/tools/fhir',
  'go-on': '/portal/go-on',
}

/** Longest query to return with, in characters: none of our pages has a longer one. */
const LONGEST_QUERY = 2000

/** POST /portal/act-as with `person`. Optional: `back`, the page to return to, and `query`, its query. */
export const actAs =
  (deps: PortalDeps) =>
  async (request: Request): Promise<Response> => {
    if (!deps.demo) throw new PortalFailure('no_demo')
    assertSameOrigin(deps, request)
    const form = await readForm(request)
    const reference = form.get('person')
    const person = demoPeople(deps).find((one) => one.reference === reference)
    if (!person) throw new PortalFailure('bad_request')
    const cookie = deps.cookies.write(ACTING_COOKIE, person.reference, { maxAge: LIFETIME_S })
    return respondRedirect(request, `${deps.publicUrl}${placeOf(form)}`, { 'set-cookie': cookie })
  }

function placeOf(form: Params): string {
  const back = form.get('back') ?? ''
  if (!Object.hasOwn(PLACES, back)) return '/portal'
  const query = new URLSearchParams((form.get('query') ?? '').slice(0, LONGEST_QUERY))
  return `${PLACES[back]}${query.size === 0 ? '' : `?${query}`}`
}

/** POST /portal/stop-acting, with optional `back` and `query` as in /portal/act-as. */
export const stopActing =
  (deps: PortalDeps) =>
  async (request: Request): Promise<Response> => {
    assertSameOrigin(deps, request)
    const place = request.headers.has('content-type') ? placeOf(await readForm(request)) : PLACES['portal']
    return respondRedirect(request, `${deps.publicUrl}${place}`, { 'set-cookie': deps.cookies.clear(ACTING_COOKIE) })
  }
