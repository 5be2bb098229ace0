// Same-origin reads of JSON for the pages.
import { PERSON_HEADER } from '#lib/http/person-header.ts'

/** An unsuccessful answer: its status, and its JSON if any. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`HTTP ${status}`)
    this.status = status
    this.body = body
  }
}

/** True for an answer that says that the session is missing or over. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof HttpError && (error.body as { readonly error?: unknown } | undefined)?.error === 'not_signed_in'

/** True for a refusal, which repeating does not change; only faults of the server or the network pass. */
export const isRefusal = (error: unknown): boolean => error instanceof HttpError && error.status < 500

/** The header that says whom this page was made for: nobody else answers for what it asks. */
export function ofThisPage(): Readonly<Record<string, string>> {
  const { person } = document.documentElement.dataset
  return person === undefined ? {} : { [PERSON_HEADER]: person }
}

/** The JSON at a path of this site; throws HttpError, or TypeError when the network fails. */
export async function getJson<Shape>(path: string, signal?: AbortSignal): Promise<Shape> {
  const response = await fetch(path, {
    headers: { accept: 'application/json', ...ofThisPage() },
    ...(signal ? { signal } : {}),
  })
  return jsonOf<Shape>(response)
}

/** The JSON of an answer; throws HttpError when it is no success. */
export async function jsonOf<Shape>(response: Response): Promise<Shape> {
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new HttpError(response.status, body)
  return body as Shape
}
