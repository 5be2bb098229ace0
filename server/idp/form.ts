// Reads posted forms: completely, and only from our own pages (conformance IDP-12, SEC-08).
import { sameSecret } from '#lib/crypto/hash.ts'
import { formParams, type Params } from '#lib/http/params.ts'
import { Refusal } from './refusal.ts'

/** The fields of a posted form. Throws Refusal when the body cannot be read. */
export async function readForm(request: Request): Promise<Params> {
  const form = await formParams(request)
  if (typeof form === 'string') throw new Refusal(form === 'too-large' ? form : 'unreadable')
  return form
}

/**
 * Throws Refusal when the browser says that the form came from another site. Origin is `null` on our own forms too,
 * because of Referrer-Policy no-referrer (Fetch §3.2). A client that sends neither header, such as a script, is left to
 * assertCsrf: every form must carry its token.
 */
export function assertOwnForm(request: Request, publicUrl: string): void {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new Refusal('forged')
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== 'null' && origin !== new URL(publicUrl).origin) throw new Refusal('forged')
}

/** Throws Refusal unless the form carries the CSRF token of its page. */
export function assertCsrf(form: Params, expected: string | undefined): void {
  if (expected === undefined || !sameSecret(form.get('csrf') ?? '', expected)) throw new Refusal('forged')
}
