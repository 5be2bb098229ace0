// A minimal recorded read: records which requests were shown which Patient, within a second, indexed by the Patient.
import type { Database as Sqlite } from 'better-sqlite3'

/** The interval at which Slipway writes reads to its log. */
const WRITE_EVERY_MS = 1000

/** The body of a Patient, by id, as the raw server finds it. */
export function reads(own: Sqlite, bodyOf: (id: string) => string): (id: string) => string {
  const writeDown = own.prepare('INSERT INTO shown (id, at, requests) VALUES (?, ?, ?)')
  const writeAll = own.transaction((all: ReadonlyMap<string, readonly string[]>, at: number) => {
    for (const [id, requests] of all) writeDown.run(id, at, requests.join(' '))
  })
  let shown = new Map<string, string[]>()
  setInterval(() => {
    const all = shown
    shown = new Map()
    writeAll(all, Date.now())
  }, WRITE_EVERY_MS)
  return (id) => {
    const requests = shown.get(id)
    const request = crypto.randomUUID()
    if (requests) requests.push(request)
    else shown.set(id, [request])
    return bodyOf(id)
  }
}
