// A minimal recorded read: records which requests were shown which Patient, within a second, indexed by the Patient.
import type { Database as Sqlite } from 'better-sqlite3'
import { connect } from '#server/storage/sqlite/file/connection.ts'
import type { LeastSettings } from '../settings.ts'
import { storedBody } from '../stored-body.ts'

/** The interval at which Slipway writes reads to its log. */
const WRITE_EVERY_MS = 1000

/** The body of a Patient, by id. */
export function reads(own: Sqlite, { databaseFile }: LeastSettings): (id: string) => string {
  const find = storedBody(connect(databaseFile, { readonly: true }))
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
    return find.get('Patient', id)?.body ?? ''
  }
}
