// The form of a request to the token or introspection endpoint (RFC 6749 §3.2, RFC 7662 §2.1).
import { formParams, type Params, queryParams, withValues } from '#lib/http/params.ts'
import type { Facts } from '#lib/trace/trace.ts'
import { Refusal } from './refusal.ts'

type FormCheck = 'token.params' | 'introspect.params'

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The parameters, read from the body only. Throws the Refusal of `check`. */
export async function readForm(request: Request, check: FormCheck, parameters: readonly string[]): Promise<Params> {
  const refuse = (expected: string, status = 400) => new Refusal(check, 'invalid_request', expected, { status })
  const query = queryParams(request)
  const misplaced = parameters.filter((name) => query.has(name))
  if (misplaced.length > 0)
    throw refuse('parameters must be in the body, not in the URL.').comparing({ received: { query: misplaced } })
  const form = await formParams(request)
  if (form === 'content-type')
    throw refuse(`Content-Type must be ${FORM_TYPE}, in UTF-8.`).comparing({
      expected: { 'content-type': FORM_TYPE },
      received: { 'content-type': request.headers.get('content-type') },
    })
  if (form === 'too-large') throw refuse('the body must be at most 64 KB.', 413)
  if (form === 'cut-off') throw refuse('the body must be complete.')
  const repeated = parameters.find((name) => form.repeated.has(name))
  if (repeated) throw refuse(`${repeated} must be sent once.`)
  return withValues(form, ['client_id']) // A client_id in the form must equal the assertion's iss (conformance AST-18).
}

/** For a trace: the names of the received parameters when one is missing. */
export const namesIn = ({ entries }: Params): Facts => ({
  received: { parameters: entries.slice(0, MOST_NAMED).map(([name]) => (NAME.test(name) ? name : 'no name')) },
})

/** A caller can send any number of names. */
const MOST_NAMED = 20
/** When the body is no form, for example JSON, the first "name" is the whole body, including secrets. */
const NAME = /^\w{1,40}$/
