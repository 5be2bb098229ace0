// The commands of operation: start, init, status, open, keys, audit, doctor, backup, restore, restored, move, reset, version.
import path from 'node:path'
import { Argument, type Command, Option } from 'commander'
import { KEY_OWNERS } from '#lib/api/admin-words.ts'
import { BUILD, COMMIT, VERSION } from '../../config/version.ts'
import { statusOf } from '../../domain/admin-status.ts'
import { commandConfig } from '../../startup/domain-record.ts'
import { archiveAudit, pruneAudit, verifyAudit } from '../audit.ts'
import { audited } from '../audited.ts'
import { backUp, restore } from '../backup.ts'
import { caller } from '../caller.ts'
import { doctor } from '../doctor.ts'
import { initDomain } from '../init.ts'
import { listKeys, revokeKey, rotateKeys, wrapKeys } from '../keys.ts'
import { move } from '../move.ts'
import { result } from '../output.ts'
import { resetDomain } from '../resources.ts'
import { restored } from '../restored.ts'
import { openPage, showStatus } from '../status.ts'
import type { Actions } from './actions.ts'
import { command, days, group, required } from './command.ts'

const OPERATE = 'how-to/operate'

export function startCommands(slipway: Command, { reading, either }: Actions): void {
  command(slipway, 'start', 'starts the domain, creating it if necessary, and serves it until Ctrl-C', {
    examples: ['slipway start', 'slipway start --port 4000', 'DATA_DIR=/var/lib/slipway slipway start'],
    docs: OPERATE,
  })
    .option('--port <number>', 'the port to listen on, also part of the address (PORT)')
    .action(async ({ port }: { readonly port?: string }) => {
      if (port !== undefined) process.env['PORT'] = port
      await import(new URL('../scripts/start.mjs', import.meta.url).href)
    })
  command(slipway, 'init', 'creates a new domain in an empty DATA_DIR, as the first start would', {
    examples: ['DATA_DIR=/var/lib/slipway PUBLIC_URL=https://launch.example.org slipway init'],
    docs: OPERATE,
  }).action(initDomain)
  command(
    slipway,
    'status',
    'shows which domain this is, where it is, whether its server runs, and the latest refusals',
    {
      examples: ['slipway status', 'slipway status --url https://launch.example.org'],
      docs: OPERATE,
      domain: 'folder or server',
    },
  ).action(
    either(
      ({ remote, json }) => showStatus({ source: { ...remote, dataDir: undefined }, json }),
      reading(({ domain: { config, storage }, json }) => {
        const status = () => statusOf(config, storage)
        return showStatus({ source: { status, dataDir: config.dataDir, fetch, isAlone: storage.isAlone }, json })
      }),
    ),
  )
  command(slipway, 'open [page]', 'opens a page of the domain in the browser, or prints its address', {
    examples: ['slipway open', 'slipway open /traces', 'slipway open /admin/apps'],
    domain: 'folder or server',
  }).action(
    either(
      ({ remote, json }, _, [page = '/']) => openPage(remote.addresses.publicUrl, page, json),
      async (page: unknown, options: unknown) =>
        openPage((await commandConfig(caller().env)).publicUrl, typeof page === 'string' ? page : '/', isJson(options)),
    ),
  )
  command(slipway, 'version', 'prints the version', { examples: ['slipway version'], domain: 'none' }).action(
    (options: { readonly json?: true }) => result(options.json === true, { version: VERSION, commit: COMMIT }, BUILD),
  )
}

const isJson = (options: unknown): boolean => (options as { readonly json?: true }).json === true

export function keyCommands(slipway: Command, { within, reading }: Actions): void {
  const keys = group(slipway, 'keys', 'signing keys')
  command(keys, 'list', 'lists the signing keys', { examples: ['slipway keys list'] }).action(reading(listKeys))
  command(keys, 'rotate', 'publishes new keys, which sign after an overlap', {
    examples: ['slipway keys rotate', 'slipway keys rotate --owner oauth --now'],
    docs: OPERATE,
  })
    .addOption(new Option('--owner <owner>', 'whose key (default: all of them)').choices(KEY_OWNERS))
    .option('--now', 'let the new keys sign at once')
    .action(within(audited('key', 'C', rotateKeys)))
  command(keys, 'revoke <kid>', 'revokes a key: nothing it signed is accepted from now on', {
    examples: ['slipway keys revoke 3f2a…'],
    docs: OPERATE,
  }).action(within(audited('key', 'D', revokeKey)))
  command(keys, 'wrap', 'wraps the private keys in PostgreSQL anew, by the first key of SLIPWAY_KEY', {
    examples: ['slipway keys wrap'],
    docs: OPERATE,
  }).action(within(wrapKeys))
}

export function auditCommands(slipway: Command, { within, reading }: Actions): void {
  const docs = 'reference/audit'
  const audit = group(
    slipway,
    'audit',
    'the audit log: who signed in, what was launched, who got a token, what was refused',
  )
  command(
    audit,
    'verify',
    'recomputes the chain of the log, and names every event that was changed, removed or inserted',
    {
      examples: ['slipway audit verify', 'slipway audit verify --head 1200:Qm9… --archive 2025.ndjson.gz'],
      docs,
    },
  )
    .option('--head <POSITION:HASH>', 'a head that an earlier run printed, which the log must still contain')
    .option('--archive <file...>', 'archives of the log, in any order: verified together with it as one chain')
    .action(reading(verifyAudit))
  command(audit, 'archive <file>', 'saves the oldest part of the log in a new, sealed file (compressed if named .gz)', {
    examples: [
      'slipway audit archive 2025.ndjson.gz --until 2026-01-01',
      'slipway audit archive old.ndjson --days 400',
    ],
    docs,
  })
    .addOption(new Option('--until <date>', 'events from before this day (UTC) or moment').conflicts('days'))
    .option('--days <number>', 'events older than this many days', days)
    .action(within(archiveAudit))
  command(audit, 'prune', 'removes from the log what an archive provably holds, beside running servers', {
    examples: ['slipway audit prune --archive 2025.ndjson.gz'],
    docs,
  })
    .addOption(required('--archive <file>', 'the archive; keep it: it is all that is left of these events'))
    .action(within(pruneAudit))
}

export function careCommands(slipway: Command, { calledFrom }: Actions): void {
  command(slipway, 'doctor', 'checks the installation from inside and outside, and says what to fix', {
    examples: ['slipway doctor'],
    docs: OPERATE,
  }).action(doctor)
  command(slipway, 'backup <folder>', 'copies the whole domain, keys and all, into a new folder while it runs', {
    examples: ['slipway backup /var/backups/slipway/today', 'slipway backup /var/backups/slipway/today --check'],
    docs: 'how-to/back-up',
  })
    .option('--check', 'makes no backup, but checks the one in the folder')
    .action(async (folder: string, options: { check?: true; json?: true }) =>
      backUp(path.resolve(calledFrom, folder), options),
    )
  command(slipway, 'restore <folder>', 'replaces the domain by a backup; nobody may be using it', {
    examples: ['slipway restore /var/backups/slipway/today --replace'],
    docs: 'how-to/back-up',
  })
    .option('--replace', 'moves the domain that is there out of the way')
    .action(async (folder: string, options: { replace?: true; json?: true }) =>
      restore(path.resolve(calledFrom, folder), options),
    )
  command(
    slipway,
    'restored',
    'ends all sessions, codes, links and API tokens, after a PostgreSQL was put back to an earlier moment by hand',
    {
      examples: ['slipway restored'],
      docs: 'how-to/several-machines',
    },
  ).action(restored)
  command(
    slipway,
    'move',
    'moves the domain of DATA_DIR to the PostgreSQL of DATABASE_URL, or back; nobody may be using it',
    {
      examples: [
        'DATABASE_URL=postgres://slipway:…@db/slipway SLIPWAY_KEY=… slipway move postgres',
        'slipway move file',
      ],
      docs: 'how-to/several-machines',
    },
  )
    .addArgument(new Argument('<to>', 'where to').choices(['postgres', 'file']))
    .action(async (to: 'postgres' | 'file', options: { json?: true }) => move(to, options))
  command(slipway, 'reset', 'deletes the whole domain: all records, accounts, logs and keys; a backup keeps them', {
    examples: ['slipway reset --yes'],
    docs: 'how-to/back-up',
  })
    .option('--yes', 'yes, delete everything')
    .action(async (options: { yes?: true; json?: true }) => resetDomain(await commandConfig(caller().env), options))
}
