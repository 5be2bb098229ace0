// Same-origin changes by JSON for the pages.
import { HttpError } from './get-json.ts'

/** Sends JSON to a path of this site and reads the answer; throws HttpError, or TypeError when the network fails. */
export async function sendJson<Shape>(method: 'POST' | 'PUT', path: string, body: object): Promise<Shape> {
  const response = await fetch(path, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new HttpError(response.status, answer)
  return answer as Shape
}
