// The parameter `resource` (RFC 8707 §2): where the client intends to use the token.
import type { Params } from '#lib/http/params.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { Refusal } from '../refusal.ts'

/** A `resource` must be one of our FHIR bases, for every grant type. Throws a Refusal: invalid_target. */
export function checkResource(
  { recorder, fhirBases }: Pick<OauthDeps & Traced, 'recorder' | 'fhirBases'>,
  form: Params,
) {
  const resource = form.get('resource')
  recorder.check(
    'token.resource',
    () => {
      if (resource === undefined || fhirBases.accepted.includes(withoutTrailingSlash(resource))) return
      throw new Refusal('token.resource', 'invalid_target')
    },
    () => ({ expected: { resource: [undefined, ...fhirBases.accepted] }, received: { resource } }),
  )
}
