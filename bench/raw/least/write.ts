// A minimal create, update and transaction of creates. Each stores a version with its text, found by id, by
// time and by its index values, and an event about it with its own text, chained to the previous event; a transaction
// has one more event, about itself. An update replaces the version that its writer has read. All of it is on the disk before the answer. All requests of one turn share a commit.
import { createHmac, randomUUID } from 'node:crypto'
import type { Database as Sqlite } from 'better-sqlite3'

const TABLES = `
  CREATE TABLE version (seq INTEGER PRIMARY KEY, type TEXT, id TEXT, version INTEGER, at INTEGER, next INTEGER, UNIQUE (type, id, version));
  CREATE INDEX version_by_time ON version (type, at DESC, id) WHERE next IS NULL;
  CREATE TABLE body (seq INTEGER PRIMARY KEY, body TEXT);
  CREATE TABLE found (type TEXT, param TEXT, value TEXT, system TEXT, seq INTEGER,
    PRIMARY KEY (type, param, value, system, seq)) WITHOUT ROWID;
  CREATE INDEX found_by_seq ON found (seq);
  CREATE TABLE link (seq INTEGER PRIMARY KEY, hash TEXT)`

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

interface Written {
  readonly id: string
  readonly body: string
  readonly lastUpdated: string
}

/** The answers to a POST of a Patient, to one of a Bundle, and to a PUT of a Patient. */
export function writes(own: Sqlite, durable: () => Promise<void>) {
  own.exec(TABLES)
  const addVersion = own.prepare('INSERT INTO version (type, id, version, at) VALUES (?, ?, ?, ?)')
  const newest = own.prepare<[string, string], { readonly seq: number; readonly version: number }>(
    'SELECT seq, version FROM version WHERE type = ? AND id = ? ORDER BY version DESC LIMIT 1',
  )
  const supersede = own.prepare('UPDATE version SET next = ? WHERE seq = ?')
  const addBody = own.prepare('INSERT INTO body VALUES (?, ?)')
  const addFound = own.prepare('INSERT INTO found (type, param, value, system, seq) VALUES (?, ?, ?, ?, ?)')
  const addLink = own.prepare('INSERT INTO link VALUES (?, ?)')
  let last = ''
  const add = (type: string, id: string, version: number, body: string) => {
    const { lastInsertRowid } = addVersion.run(type, id, version, Date.now())
    addBody.run(lastInsertRowid, body)
    return lastInsertRowid
  }
  const record = (event: string) => {
    last = createHmac('sha256', 'a key').update(last).update(event).digest('base64url')
    addLink.run(add('AuditEvent', `${Date.now()}.${randomUUID()}`, 1, event), last)
  }
  const write = (interaction: 'create' | 'update', resource: Patient, id: string, version: number) => {
    const meta = { versionId: String(version), lastUpdated: new Date().toISOString() }
    const body = JSON.stringify({ ...resource, id, meta })
    const seq = add('Patient', id, version, body)
    for (const [param, value, system] of valuesOf(resource)) addFound.run('Patient', param, value, system, seq)
    record(eventAbout(interaction, `Patient/${id}/_history/${version}`, meta.lastUpdated))
    return { seq, id, body, lastUpdated: meta.lastUpdated }
  }
  const create = (resource: Patient) => write('create', resource, randomUUID(), 1)
  const update = (resource: Patient, id: string, ifMatch: string | undefined): string => {
    const last = newest.get('Patient', id)
    if (!last || ifMatch !== `W/"${last.version}"`) throw new Error('another version')
    const { seq, body } = write('update', resource, id, last.version + 1)
    supersede.run(seq, last.seq)
    return body
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
  const parsed =
    <T>(work: (resource: T) => string) =>
    (body: string) => {
      const resource = JSON.parse(body) as T
      return together(() => work(resource))
    }
  return {
    create: parsed<Patient>((resource) => create(resource).body),
    createAll: parsed(createAll),
    update: (body: string, id: string, ifMatch: string | undefined) =>
      parsed<Patient>((resource) => update(resource, id, ifMatch))(body),
  }
}

const answerTo = ({ id, lastUpdated }: Written) => ({
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
