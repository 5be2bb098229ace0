// Moves a domain from the file of DATA_DIR to the PostgreSQL of DATABASE_URL, or back, as it is at one moment. What was written is
// read back and compared before it becomes a domain: an interrupted move leaves none.
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '#lib/clock.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { syncFile, syncFolder, writeDurably } from '#lib/files/durable-files.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { auditChain } from '../audit/chain.ts'
import type { AuditStore } from '../audit/store.ts'
import { verifyLog } from '../audit/verify.ts'
import type { Config } from '../config/config.ts'
import { keyFolderOf } from '../keys/key-folder.ts'
import { wrappingBy } from '../keys/wrapping.ts'
import { openExistingStorage } from '../storage/open.ts'
import { auditLog } from '../storage/postgres/audit/audit.ts'
import type { Run } from '../storage/postgres/connection/line.ts'
import { wrappedIn, wrappedStore } from '../storage/postgres/keys/wrapped.ts'
import { openExistingPostgres, openPostgres } from '../storage/postgres/opening/opening.ts'
import { readPostgresRows, writePostgresRows } from '../storage/postgres/operations/rows.ts'
import { PROGRESS, type Rows, type Table } from '../storage/rows.ts'
import { asOperatorError, interruptedAt } from '../storage/sqlite/file/opening-errors.ts'
import { openCopy } from '../storage/sqlite/operations/backup.ts'
import { readFileRows, writeFileRows } from '../storage/sqlite/operations/rows.ts'
import { filesInUse, keyFileProblems, readKeyFiles } from './key-files.ts'
import { alone, isInUse, stagedIn, swap, undoMove, unstage } from './staging.ts'

export interface Moved {
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  /** Private keys and secrets. */
  readonly keys: number
  /** The head of the audit log, which was verified. */
  readonly auditHead: string | null
}

type Place = Pick<Config, 'dataDir' | 'databaseFile' | 'wrappingKeys'> & { readonly postgresUrl: string }

const OPTIONS = { clock: systemClock, random: systemRandom }

/** From the file to PostgreSQL. Throws OperatorError; nothing is in PostgreSQL then. */
export async function moveToPostgres(config: Place): Promise<Moved> {
  const { dataDir, databaseFile, postgresUrl } = config
  const wrapping = wrappingBy(config.wrappingKeys)
  await indexed(databaseFile)
  const release = alone(config, 'move again')
  const [copy, from] = [openCopy(databaseFile), readFileRows(databaseFile)]
  try {
    const problems = [...copy.problems(), ...keyFileProblems(keyFolderOf(dataDir), copy.signingKeys())]
    if (problems.length > 0) throw differs(problems)
    const files = filesInUse(readKeyFiles(keyFolderOf(dataDir)), copy.signingKeys())
    await (await openPostgres(postgresUrl)).close()
    return await writePostgresRows(postgresUrl, async (to, run) => {
      const rows = await carried(from, to, from.tables)
      const store = wrappedStore({ run, durable: async () => undefined })
      for (const [file, content] of files) {
        const { name, ext } = path.parse(file)
        await store.add(wrapping.wrap({ kind: ext === '.jwk' ? 'key' : 'secret', name }, content.toString('utf8')))
      }
      wrapping.assertOpens(await wrappedIn(run))
      const auditHead = await verified(chainStore(run), files.get('audit.secret')?.toString('utf8'))
      return { rows, keys: files.size, auditHead }
    })
  } finally {
    from.close()
    copy.close()
    release()
  }
}

/** From PostgreSQL to a file in an empty DATA_DIR. Throws OperatorError; no domain is in DATA_DIR then. */
export async function moveToFile(config: Place): Promise<Moved> {
  const { dataDir, postgresUrl } = config
  const wrapping = wrappingBy(config.wrappingKeys)
  const source = await openExistingPostgres(postgresUrl, { assertKeys: wrapping.assertOpens })
  const isAlone = await source.isAlone().finally(source.close)
  if (!isAlone) throw new OperatorError('A server or a command is using the database. Stop it, and move again.')
  const isCutOff = interruptedAt(config.databaseFile) === 'move'
  if (!isCutOff && isInUse(config))
    throw new OperatorError(`There is a domain in ${dataDir} already. Set DATA_DIR to an empty folder.`)
  const release = alone(config, 'move again')
  const staged = stagedIn(config)
  try {
    if (isCutOff) undoMove(config)
    unstage(staged)
    mkdirSync(staged.keys, { mode: 0o700 })
    const moved = await readPostgresRows(postgresUrl, async (from, run) => {
      if ((await wrappedIn(run)).length === 0)
        throw new OperatorError('There is no domain in the database of DATABASE_URL.')
      return writeFileRows(staged.database, async (to) => {
        const rows = await carried(from, to, to.tables)
        const wrapped = await wrappedIn(run)
        for (const row of wrapped)
          writeDurably(
            path.join(staged.keys, `${row.name}.${row.kind === 'key' ? 'jwk' : 'secret'}`),
            wrapping.unwrap(row),
          )
        return { rows, keys: wrapped.length }
      })
    })
    const auditHead = await verifiedFile(staged)
    syncFile(staged.database)
    syncFolder(staged.keys)
    swap(config, staged, systemClock, 'move')
    return { ...moved, auditHead }
  } catch (error) {
    throw asOperatorError(dataDir, error)
  } finally {
    unstage(staged)
    release()
  }
}

/** In a file, index values of the newest events are made when somebody asks for them; in PostgreSQL, with the event. */
async function indexed(databaseFile: string): Promise<void> {
  const { storage } = await openExistingStorage({ databaseFile }, { ...OPTIONS, readOnly: false })
  try {
    const conditions = [{ param: 'subtype', alternatives: [{ value: '' }] }]
    const search = { type: 'AuditEvent', conditions, visibility: 'all', sort: '_id' } as const
    await storage.resources.search({ search, limit: 1, mostCounted: 0 })
  } finally {
    await storage.close()
  }
}

/** Copies all rows, and compares what is there then. Returns their number by table. */
async function carried(from: Rows, to: Rows, tables: readonly Table[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const sent = digest()
    for await (const some of from.read(table)) {
      await to.add(table, some)
      sent.see(some)
    }
    counts[table.name] = sent.count()
    if (PROGRESS.has(table.name)) continue
    const found = digest()
    for await (const some of to.read(table)) found.see(some)
    if (sent.value() !== found.value())
      throw differs([
        `${table.name}: ${sent.count()} rows were sent, and what arrived (${found.count()}) is not the same`,
      ])
  }
  return counts
}

/** The number of rows and the sum of their hashes, in whatever order: PostgreSQL writes a NUL in a text otherwise, and so orders it. */
function digest() {
  let [count, sum] = [0, 0n]
  return {
    see: (rows: readonly unknown[]) => {
      count += rows.length
      for (const row of rows) sum += BigInt(`0x${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`)
    },
    count: () => count,
    value: () => `${count} ${sum}`,
  }
}

/** The audit log within a transaction. */
const chainStore = (run: Run) => (chain: ReturnType<typeof auditChain>) =>
  auditLog({ run, transaction: (work) => work(run) }).open(chain)

async function verifiedFile({ database, keys }: ReturnType<typeof stagedIn>): Promise<string | null> {
  const copy = openCopy(database)
  try {
    const problems = [...copy.problems(), ...keyFileProblems(keys, copy.signingKeys())]
    if (problems.length > 0) throw differs(problems)
    return await verified(copy.audit, readKeyFiles(keys).get('audit.secret')?.toString('utf8'))
  } finally {
    copy.close()
  }
}

async function verified(
  storeOf: (chain: ReturnType<typeof auditChain>) => AuditStore,
  secret: string | undefined,
): Promise<string | null> {
  if (secret === undefined) throw differs(['The secret of the audit log is missing'])
  const chain = auditChain(secret)
  const { head, problems } = await verifyLog(storeOf(chain), chain)
  if (problems.length > 0) throw differs(['The audit log does not hold: see "slipway audit verify"'])
  return head
}

const differs = (problems: readonly string[]) =>
  new OperatorError(`Nothing was moved:\n${problems.map((one) => `  - ${one}`).join('\n')}`)
