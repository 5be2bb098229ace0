// Same-origin changes by JSON for the pages.
import { jsonOf, ofThisPage } from './get-json.ts'
import { once } from './once.ts'

/** Sends JSON to a path of this site and reads the answer; throws HttpError, or TypeError when the network fails. */
export function sendJson<Shape>(method: 'POST' | 'PUT', path: string, body: object): Promise<Shape> {
  const text = JSON.stringify(body)
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...ofThisPage() }
  return once(`${method} ${path} ${text}`, async () =>
    jsonOf<Shape>(await fetch(path, { method, headers, body: text })),
  )
}
