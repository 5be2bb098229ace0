// Forms of the portal: accepted from its own pages only, each field once.
import { formParams, type Params } from '#lib/http/params.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'

/** True in the demo when the form says `in=steps`, for people who want to see each step. */
export const goesStepByStep = ({ demo }: Pick<PortalDeps, 'demo'>, form: Params): boolean =>
  demo !== undefined && form.get('in') === 'steps'

/** Only a page of the portal may open a task for the signed-in person. */
export function assertSameOrigin({ publicUrl }: PortalDeps, request: Request): void {
  if (!isSameOrigin(request, publicUrl)) throw new PortalFailure('cross_site')
}

/** The fields of a form. Throws PortalFailure when it is no form, or repeats a field. */
export async function readForm(request: Request): Promise<Params> {
  const form = await formParams(request)
  if (typeof form === 'string' || form.repeated.size > 0) throw new PortalFailure('bad_request')
  return form
}
