// One import, written in groups, so that it can be interrupted anywhere and repeated (docs/decisions/0010-import.md). A group is a
// transaction: what is stored of its resources is read at once, compared in memory, and what is new is one statement.
import type { ImportSession, ImportSessions, PreparedResource, WriteCounts } from '#server/fhir/store.ts'
import { type LostLogins, lostLogins, namesAmong, namesIn } from '../../import/lost-logins.ts'
import { connect, type Sqlite } from '../../sqlite/file/connection.ts'
import { type Counts, importRuns, type Reference } from '../../sqlite/import/version-matching.ts'
import type { Postgres } from '../connection/connection.ts'
import { append, type Head, type NewVersion, nextVersion } from '../resources/append.ts'
import { SERIALIZED } from '../resources/writer.ts'
import { type Stored, storedOf } from './stored.ts'

/** Resources per group: the transaction takes some 100 milliseconds, in which nobody waits for it. */
const GROUP = 500

/** Imports into a database. A dry run writes nothing. Methods reject with StorageUnavailable. */
export const importSessions = (postgres: Pick<Postgres, 'run' | 'transaction'>): ImportSessions => ({
  begin: ({ dryRun, loginSystem }) => new Session(postgres, dryRun, loginSystem),
})

const NEWEST = 'SELECT coalesce(max(seq), 0)::bigint AS seq FROM resource_version'

/** What a group has come to, until it is committed. */
interface Group {
  readonly stored: Stored
  readonly heads: Map<string, NewVersion>
  readonly versions: NewVersion[]
  /** New versions of people, with the user names that the one before had. */
  readonly people: (readonly [PreparedResource, readonly string[]])[]
}

class Session implements ImportSession {
  readonly #postgres: Pick<Postgres, 'run' | 'transaction'>
  readonly #loginSystem: string | undefined
  readonly #lost: LostLogins
  /** What waits for its match: in a file that nobody else sees, and which goes with this object. */
  readonly #scratch = connect('', {})
  readonly #dry: DryRun | undefined
  readonly #runs: ReturnType<typeof importRuns>
  #group: Group | undefined
  /** Versions after this one are of this import. */
  #begun: number | undefined

  constructor(postgres: Pick<Postgres, 'run' | 'transaction'>, isDry: boolean, loginSystem: string | undefined) {
    this.#postgres = postgres
    this.#loginSystem = loginSystem
    this.#lost = lostLogins(loginSystem)
    this.#dry = isDry ? dryRun(this.#scratch) : undefined
    this.#runs = importRuns<Head>(this.#scratch, {
      head: (type, id) => this.#headOf({ type, id }),
      versionsOf: (type, id, contentHash) => this.#open.stored.versionsOf({ type, id }, contentHash),
      hashOf: (type, id, versionId) => this.#open.stored.hashOf({ type, id }, versionId),
      isOurs: ({ seq }) => seq === undefined || seq > (this.#begun ?? 0),
      append: (resource, last, now) => this.#append(resource, last, now),
    })
  }

  readonly groupSize = () => GROUP
  readonly lostLogins = () => this.#lost.all()

  readonly write = (resources: readonly PreparedResource[], now: number): Promise<WriteCounts> =>
    this.#inGroup(resources, (counts) => {
      for (const resource of resources) this.#runs.take(resource, now, counts)
    })

  readonly finish = async (now: number): Promise<WriteCounts> => {
    const total = none()
    for (let some = this.#runs.waiting(GROUP); some.length > 0; some = this.#runs.waiting(GROUP)) {
      const counts = await this.#inGroup(some, (each) => {
        for (const reference of some) this.#runs.giveUp(reference, now, each)
      })
      for (const outcome of ['created', 'updated', 'unchanged'] as const) total[outcome] += counts[outcome]
    }
    return total
  }

  get #open(): Group {
    if (!this.#group) throw new Error('A resource was compared outside of a group.')
    return this.#group
  }

  /** Runs `work`, anew where the transaction lost against another one: what it noted goes with it. */
  async #inGroup(references: readonly Reference[], work: (counts: Counts) => void): Promise<Counts> {
    const { run, transaction } = this.#postgres
    this.#begun ??= (await run<{ readonly seq: number }>(NEWEST))[0]?.seq ?? 0
    const counts = await transaction(async (tx) => {
      if (this.#scratch.inTransaction) this.#scratch.exec('ROLLBACK')
      this.#scratch.exec('BEGIN')
      const stored = await storedOf(tx, references, this.#lost.watches)
      this.#group = { stored, heads: new Map(), versions: [], people: [] }
      const each = none()
      work(each)
      if (!this.#dry) await append(tx, this.#open.versions)
      return each
    }, SERIALIZED)
    for (const version of this.#open.versions) this.#dry?.keep(version)
    this.#scratch.exec('COMMIT')
    for (const [resource, before] of this.#open.people) this.#lost.compare(resource, before)
    return counts
  }

  #headOf(reference: Reference): Head | undefined {
    const { heads, stored } = this.#open
    return heads.get(keyOf(reference)) ?? this.#dry?.head(reference) ?? stored.head(reference)
  }

  #append(resource: PreparedResource, last: Head | undefined, now: number): void {
    const { versions, heads, people, stored } = this.#open
    const version = nextVersion(resource, last, now)
    if (last && !last.deleted && this.#lost.watches(resource)) {
      const written = heads.get(keyOf(resource))
      const { body } = stored.head(resource) ?? {}
      const before = written
        ? [...namesAmong(written.values, this.#loginSystem ?? '')]
        : namesIn(body && JSON.stringify((JSON.parse(body) as { identifier?: unknown }).identifier), this.#loginSystem)
      people.push([resource, before])
    }
    versions.push(version)
    heads.set(keyOf(resource), version)
  }
}

const keyOf = ({ type, id }: Reference): string => `${type}/${id}`

const none = (): Counts => ({ created: 0, updated: 0, unchanged: 0 })

const DRY = `CREATE TEMP TABLE import_dry (type TEXT, id TEXT, versionId INTEGER, contentHash TEXT, PRIMARY KEY (type, id)) WITHOUT ROWID`

interface DryRun {
  readonly keep: (version: NewVersion) => void
  readonly head: (reference: Reference) => Head | undefined
}

/** Remembers what would have been written by earlier groups. */
function dryRun(scratch: Sqlite): DryRun {
  scratch.exec(DRY)
  const keep = scratch.prepare<[string, string, number, string | null]>(
    'REPLACE INTO temp.import_dry VALUES (?, ?, ?, ?)',
  )
  const find = scratch.prepare<[string, string], Pick<Head, 'versionId' | 'contentHash'>>(
    'SELECT versionId, contentHash FROM temp.import_dry WHERE type = ? AND id = ?',
  )
  return {
    keep: ({ type, id, versionId, contentHash }) => {
      keep.run(type, id, versionId, contentHash)
    },
    head: ({ type, id }) => {
      const own = find.get(type, id)
      return own && { lastUpdated: 0, deleted: false, origin: null, ...own }
    },
  }
}
