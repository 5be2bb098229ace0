// The form of a request to the token or the introspection endpoint (RFC 6749 §3.2, RFC 7662 §2.1).
import { formParams, type Params, queryParams, withValues } from '#lib/http/params.ts'
import { Refusal } from './refusal.ts'

/** The parameters, read from the body only. Throws the Refusal of `check`. */
export async function readForm(
  request: Request,
  check: 'token.params' | 'introspect.params',
  parameters: readonly string[],
): Promise<Params> {
  const refuse = (expected: string, status = 400) => new Refusal(check, 'invalid_request', expected, { status })
  const query = queryParams(request)
  if (parameters.some((name) => query.has(name))) throw refuse('parameters must be in the body, none in the URL.')
  const form = await formParams(request)
  if (form === 'content-type') throw refuse('Content-Type must be application/x-www-form-urlencoded, in UTF-8.')
  if (form === 'too-large') throw refuse('the body must have at most 64 KB.', 413)
  if (form === 'cut-off') throw refuse('the body must be there to its end.')
  const repeated = parameters.find((name) => form.repeated.has(name))
  if (repeated) throw refuse(`${repeated} must be sent once.`)
  return withValues(form, ['client_id']) // A client_id that is sent has to be the iss (conformance AST-18).
}
