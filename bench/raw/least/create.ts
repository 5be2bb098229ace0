// A minimal create. It stores a version with its text, found by id, by time and by its index values, and an event about
// it with its own text, chained to the previous event. Both are on the disk before the answer. All creates of one turn
// share a transaction.
import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Database as Sqlite } from 'better-sqlite3'
import { send } from './answers.ts'

const TABLES = `
  CREATE TABLE IF NOT EXISTS version (seq INTEGER PRIMARY KEY, type TEXT, id TEXT, version INTEGER, at INTEGER, UNIQUE (type, id, version));
  CREATE INDEX IF NOT EXISTS version_by_time ON version (type, at DESC, id);
  CREATE TABLE IF NOT EXISTS body (seq INTEGER PRIMARY KEY, body TEXT);
  CREATE TABLE IF NOT EXISTS found (type TEXT, param TEXT, value TEXT, system TEXT, seq INTEGER,
    PRIMARY KEY (type, param, value, system, seq)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS found_by_seq ON found (seq);
  CREATE TABLE IF NOT EXISTS link (seq INTEGER PRIMARY KEY, hash TEXT)`

interface Patient {
  readonly identifier: readonly { readonly system: string; readonly value: string }[]
  readonly name: readonly { readonly family: string; readonly given: readonly string[] }[]
  readonly gender: string
  readonly birthDate: string
  readonly active: boolean
}

/** The index values of a Patient: parameter, value, system. */
const valuesOf = ({ identifier, name, gender, birthDate, active }: Patient): readonly (readonly string[])[] => [
  ...identifier.map(({ system, value }) => ['identifier', value, system]),
  ...name.flatMap(({ family, given }) => [
    ['family', family.toLowerCase(), ''],
    ...given.map((one) => ['given', one.toLowerCase(), '']),
  ]),
  ['gender', gender, 'http://hl7.org/fhir/administrative-gender'],
  ['birthdate', birthDate, birthDate],
  ['active', String(active), ''],
]

/** Answers a POST of a Patient. */
export function creates(own: Sqlite, durable: () => Promise<void>) {
  own.exec(TABLES)
  const addVersion = own.prepare('INSERT INTO version (type, id, version, at) VALUES (?, ?, 1, ?)')
  const addBody = own.prepare('INSERT INTO body VALUES (?, ?)')
  const addFound = own.prepare('INSERT INTO found (type, param, value, system, seq) VALUES (?, ?, ?, ?, ?)')
  const addLink = own.prepare('INSERT INTO link VALUES (?, ?)')
  let last = ''
  const add = (type: string, id: string, body: string) => {
    const { lastInsertRowid } = addVersion.run(type, id, Date.now())
    addBody.run(lastInsertRowid, body)
    return lastInsertRowid
  }
  const create = (resource: Patient): string => {
    const id = randomUUID()
    const meta = { versionId: '1', lastUpdated: new Date().toISOString() }
    const body = JSON.stringify({ ...resource, id, meta })
    const seq = add('Patient', id, body)
    for (const [param, value, system] of valuesOf(resource)) addFound.run('Patient', param, value, system, seq)
    const event = eventAbout(id, meta.lastUpdated)
    last = createHmac('sha256', 'a key').update(last).update(event).digest('base64url')
    addLink.run(add('AuditEvent', `${Date.now()}.${randomUUID()}`, event), last)
    return body
  }
  const createAll = own.transaction((all: readonly Patient[]) => all.map(create))
  let waiting: { readonly resource: Patient; readonly response: ServerResponse }[] = []
  const commit = async () => {
    const turn = waiting
    waiting = []
    const bodies = createAll.immediate(turn.map(({ resource }) => resource))
    await durable()
    for (const [number, { response }] of turn.entries()) send(response, bodies[number] ?? '')
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    waiting.push({ resource: JSON.parse(await text(request)) as Patient, response })
    if (waiting.length === 1) setImmediate(() => void commit())
  }
}

const eventAbout = (id: string, recorded: string): string =>
  JSON.stringify({
    resourceType: 'AuditEvent',
    type: { system: 'http://terminology.hl7.org/CodeSystem/audit-event-type', code: 'rest' },
    subtype: [{ system: 'http://hl7.org/fhir/restful-interaction', code: 'create' }],
    action: 'C',
    recorded,
    outcome: '0',
    agent: [{ who: { reference: 'Device/an-app' }, requestor: true, network: { address: '127.0.0.1', type: '2' } }],
    source: { observer: { reference: 'Device/a-server' } },
    entity: [{ what: { reference: `Patient/${id}/_history/1` } }],
  })
