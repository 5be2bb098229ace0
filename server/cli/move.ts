// `move`: carries the whole domain from a file to PostgreSQL, or back.
import { OperatorError } from '#lib/operator-error.ts'
import { readConfig } from '../config/config.ts'
import { commandConfig } from '../startup/domain-record.ts'
import { recordView } from './audited.ts'
import { caller } from './caller.ts'
import { counted, note, result, say, table } from './output.ts'

/** In the log of the domain where it is now; the move itself is done, whatever becomes of this. */
async function recordMove(to: 'postgres' | 'file'): Promise<void> {
  try {
    const { openExistingDomain } = await import('../domain/domain.ts')
    const { DATABASE_URL, ...file } = caller().env
    const domain = await openExistingDomain(await commandConfig(to === 'file' ? file : { ...file, DATABASE_URL }), {
      readOnly: false,
    })
    recordView(domain, {
      description: `view: everything in the domain was moved to ${to === 'file' ? 'a file' : 'PostgreSQL'}, its keys included`,
      thing: { kind: 'backup', name: `move ${to}`, fields: [] },
    })
    await domain.close()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    say(`This move is not in the audit log: ${error.message}`)
  }
}

export async function move(to: 'postgres' | 'file', { json = false }: { readonly json?: boolean }): Promise<void> {
  const config = readConfig(caller().env)
  const { dataDir, postgresUrl } = config
  if (postgresUrl === undefined)
    throw new OperatorError(
      'Set DATABASE_URL to the PostgreSQL to move to or from, and DATA_DIR to the folder of the file.',
    )
  const { moveToFile, moveToPostgres } = await import('../backup/move.ts')
  const moved = await (to === 'postgres' ? moveToPostgres : moveToFile)({ ...config, postgresUrl })
  const { rows, keys, auditHead } = moved
  await recordMove(to)
  const filled = Object.entries(rows).filter(([, count]) => count > 0)
  note(table([['table', 'rows'], ...filled.map(([name, count]) => [name, String(count)])]))
  note('Not moved: searches whose pages are being read, which apps begin anew, and counts of limits.')
  note(
    `What was moved is still where it was: do not start a server on it again. Settings name the new place (${to === 'postgres' ? 'DATABASE_URL and SLIPWAY_KEY' : 'DATA_DIR, without DATABASE_URL'}).`,
  )
  const events = Number(auditHead?.split(':')[0] ?? 0)
  result(
    json,
    { to, dataDir, ...moved },
    `The domain is in ${to === 'postgres' ? 'PostgreSQL' : dataDir}: all rows and ${counted(keys, 'key and secret', 'keys and secrets')} were read back and are equal, and the audit log of ${counted(events, 'event')} holds.`,
  )
}
