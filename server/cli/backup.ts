// `backup` and `restore`: copies the whole domain while it runs, and puts a copy back.
import path from 'node:path'
import { systemClock } from '#lib/clock.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { checkBackup } from '../backup/check.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore.ts'
import { takeBackup } from '../backup/take.ts'
import { type Config, readConfig } from '../config/config.ts'
import { commandConfig } from '../startup/domain-record.ts'
import { recordView } from './audited.ts'
import { caller } from './caller.ts'
import { onFile } from './on-file.ts'
import { CommandFailed, counted, note, result, say } from './output.ts'

interface BackupOptions {
  readonly check?: boolean
  readonly json?: boolean
}

export async function backUp(folder: string, { check, json = false }: BackupOptions): Promise<void> {
  if (check) return checked(folder, json)
  const config = onFile(
    await commandConfig(caller().env),
    'back it up with pg_dump, and keep SLIPWAY_KEY apart from it (docs/how-to/several-machines.md).',
  )
  const manifest = await takeBackup(config, folder, systemClock)
  await recordBackup(config, folder)
  note('It contains every record and the private keys of the domain: protect it like those.')
  result(json, { backup: folder, ...manifest }, `${folder}: ${summary(manifest)}.`)
}

/** The backup matters more than its event: when the database has another version than the command, a message says so. */
async function recordBackup(config: Config, folder: string): Promise<void> {
  try {
    const { openExistingDomain } = await import('../domain/domain.ts')
    const domain = await openExistingDomain(config, { readOnly: false })
    recordView(domain, {
      description: 'view: everything in the domain was copied into a backup, its keys included',
      thing: { kind: 'backup', name: path.basename(folder), fields: [] },
    })
    await domain.close()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    say(`This backup is not in the audit log: ${error.message}`)
  }
}

async function checked(folder: string, json: boolean): Promise<void> {
  const { manifest, problems, auditVerified } = await checkBackup(folder)
  for (const problem of problems) say(`${problem}.`)
  const good = problems.length === 0
  if (good && !auditVerified) note('It was made by an older version: its audit log is verified when it is restored.')
  result(
    json,
    { good, problems, auditVerified, ...manifest },
    `${folder}: ${summary(manifest)}, ${good ? 'good' : 'not good'}.`,
  )
  if (!good) throw new CommandFailed('The backup cannot be restored.')
}

export async function restore(
  folder: string,
  { replace = false, json = false }: { readonly replace?: boolean; readonly json?: boolean },
): Promise<void> {
  const config = onFile(
    readConfig(caller().env),
    'restore what pg_dump made with pg_restore (docs/how-to/several-machines.md).',
  )
  const { manifest, aside } = await restoreBackup({ config, clock: systemClock, random: systemRandom, replace }, folder)
  for (const file of aside) note(`The previous data is in ${file}.`)
  note(
    'What happened after the backup is gone: keys that were revoked since, apps that were disabled and accounts that were',
  )
  note(
    'deleted are back. Everybody signs in again, tokens of administrators have to be made anew, and apps get tokens again',
  )
  note('within half a minute (docs/how-to/back-up.md).')
  result(
    json,
    { restored: folder, aside, ...manifest },
    `${path.resolve(config.dataDir)} is what it was: ${summary(manifest)}.`,
  )
}

const summary = ({ createdAt, files, auditHead }: Manifest): string => {
  const mebibytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20
  const events = auditHead?.split(':')[0] ?? '0'
  return `a backup of ${createdAt}, ${mebibytes.toFixed(1)} MiB, ${counted(Number(events), 'audit event')}`
}
