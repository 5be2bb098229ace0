// A minimal create, and a minimal transaction of creates. Each create stores a version with its text, found by id, by
// time and by its index values, and an event about it with its own text, chained to the previous event; a transaction
// has one more event, about itself. All of it is on the disk before the answer. All requests of one turn share a commit.
import { createHmac, randomUUID } from 'node:crypto'
import type { Database as Sqlite } from 'better-sqlite3'

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

interface Bundle {
  readonly entry: readonly { readonly resource: Patient }[]
}

interface Created {
  readonly id: string
  readonly body: string
  readonly lastUpdated: string
}

type Answering = (body: string) => Promise<string>

/** By path: the answer to a POST of a Patient, and to one of a Bundle. */
export function writes(own: Sqlite, durable: () => Promise<void>): Readonly<Record<'/Patient' | '/', Answering>> {
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
  const record = (event: string) => {
    last = createHmac('sha256', 'a key').update(last).update(event).digest('base64url')
    addLink.run(add('AuditEvent', `${Date.now()}.${randomUUID()}`, event), last)
  }
  const create = (resource: Patient): Created => {
    const id = randomUUID()
    const meta = { versionId: '1', lastUpdated: new Date().toISOString() }
    const body = JSON.stringify({ ...resource, id, meta })
    const seq = add('Patient', id, body)
    for (const [param, value, system] of valuesOf(resource)) addFound.run('Patient', param, value, system, seq)
    record(eventAbout('create', `Patient/${id}/_history/1`, meta.lastUpdated))
    return { id, body, lastUpdated: meta.lastUpdated }
  }
  const createAll = ({ entry }: Bundle): string => {
    record(eventAbout('transaction', 'Bundle', new Date().toISOString()))
    return JSON.stringify({
      resourceType: 'Bundle',
      type: 'transaction-response',
      entry: entry.map(({ resource }) => ({ response: answerTo(create(resource)) })),
    })
  }
  const runAll = own.transaction((works: readonly (() => string)[]) => works.map((work) => work()))
  let waiting: { readonly work: () => string; readonly answer: (body: string) => void }[] = []
  const commit = async () => {
    const turn = waiting
    waiting = []
    const bodies = runAll.immediate(turn.map(({ work }) => work))
    await durable()
    for (const [number, { answer }] of turn.entries()) answer(bodies[number] ?? '')
  }
  const together = (work: () => string) =>
    new Promise<string>((answer) => {
      waiting.push({ work, answer })
      if (waiting.length === 1) setImmediate(() => void commit())
    })
  return {
    '/Patient': (body) => {
      const resource = JSON.parse(body) as Patient
      return together(() => create(resource).body)
    },
    '/': (body) => {
      const bundle = JSON.parse(body) as Bundle
      return together(() => createAll(bundle))
    },
  }
}

const answerTo = ({ id, lastUpdated }: Created) => ({
  status: '201 Created',
  location: `http://localhost/Patient/${id}/_history/1`,
  etag: 'W/"1"',
  lastModified: lastUpdated,
})

const eventAbout = (interaction: string, what: string, recorded: string): string =>
  JSON.stringify({
    resourceType: 'AuditEvent',
    type: { system: 'http://terminology.hl7.org/CodeSystem/audit-event-type', code: 'rest' },
    subtype: [{ system: 'http://hl7.org/fhir/restful-interaction', code: interaction }],
    action: 'C',
    recorded,
    outcome: '0',
    agent: [{ who: { reference: 'Device/an-app' }, requestor: true, network: { address: '127.0.0.1', type: '2' } }],
    source: { observer: { reference: 'Device/a-server' } },
    entity: [{ what: { reference: what } }],
  })
