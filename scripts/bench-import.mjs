// What importing a file costs: `node scripts/bench-import.mjs FILE`. A whole `./bin/slipway import` into an empty domain, and
// beside it, in the same minutes of the same machine, the same rows by a bare loop of inserts. CPU seconds do not depend on
// who else uses the machine; resources a second do.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { buildServer } from './build.mjs'

const [given] = process.argv.slice(2)
if (!given) {
  process.stderr.write('Give a file of resources.\n')
  process.exit(2)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const directory = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const MICROSECONDS = 1e6
const GROUP = 5000

/** Runs the command line in a process of its own, which says at its end what it took. */
function slipway(...args) {
  const cli = JSON.stringify(pathToFileURL(path.join(root, 'dist/cli.mjs')).href)
  const script = `const start = Date.now()
    import(${cli}).then(({ main }) => main(${JSON.stringify(args)}, ${JSON.stringify(process.cwd())})).then((code) => {
      process.exitCode = code
      process.stderr.write('\\n' + JSON.stringify({ ms: Date.now() - start, ...process.resourceUsage() }))
    })`
  const { stderr, stdout, status } = spawnSync(process.execPath, ['-e', script], {
    cwd: root,
    env: { ...process.env, DATA_DIR: directory, DEMO: 'false', LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  return { usage: JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))), stdout }
}

/** Inserts the rows of one database into another one with the same tables and indexes; CPU seconds and milliseconds. */
function insertRows(from, into) {
  const [source, target] = [new BetterSqlite3(from, { readonly: true }), new BetterSqlite3(into)]
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'cache_size = -262144',
    'wal_autocheckpoint = 16384',
  ])
    target.pragma(pragma)
  const tables = ['resource_version', 'resource_body', 'search_value'].map((name) => {
    const rows = source.prepare(`SELECT * FROM ${name} WHERE seq > ? AND seq <= ?`).raw()
    const columns = source.pragma(`table_info(${name})`).map((column) => column.name)
    const values = columns.map(() => '?').join(', ')
    return { rows, insert: target.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values})`) }
  })
  const { last } = source.prepare('SELECT max(seq) AS last FROM resource_version').get()
  target.exec('DELETE FROM search_value; DELETE FROM resource_body; DELETE FROM resource_version')
  let [cpu, ms] = [0, 0]
  for (let seq = 0; seq < last; seq += GROUP) {
    const groups = tables.map(({ rows, insert }) => ({ rows: rows.all(seq, seq + GROUP), insert }))
    const [cpuBefore, before] = [process.cpuUsage(), performance.now()]
    target.transaction(() => {
      for (const { rows, insert } of groups) for (const row of rows) insert.run(row)
    })()
    const { user, system } = process.cpuUsage(cpuBefore)
    cpu += (user + system) / MICROSECONDS
    ms += performance.now() - before
  }
  source.close()
  target.close()
  return { cpu, ms }
}

const perTenThousand = (cpu, resources) => `${((cpu / resources) * 10_000).toFixed(2)} CPU s per 10,000`
const perSecond = (resources, ms) => `${Math.round(resources / (ms / 1000))} resources/s`

try {
  await buildServer()
  slipway('app', 'list', '--json')
  const empty = path.join(directory, 'empty.db')
  copyFileSync(path.join(directory, 'slipway.db'), empty)
  const load = loadavg()[0].toFixed(1)
  const { usage, stdout } = slipway('import', given, '--json')
  const { read, created } = JSON.parse(stdout)
  const bare = insertRows(path.join(directory, 'slipway.db'), empty)
  const cpu = (usage.userCPUTime + usage.systemCPUTime) / MICROSECONDS
  process.stdout.write(
    [
      `${created} of ${read} resources, ${availableParallelism()} cores, load ${load} before`,
      `import        ${perSecond(read, usage.ms)}, ${perTenThousand(cpu, read)}, at most ${Math.round(usage.maxRSS / 1024)} MiB`,
      `bare inserts  ${perSecond(created, bare.ms)}, ${perTenThousand(bare.cpu, created)}`,
      '',
    ].join('\n'),
  )
} finally {
  rmSync(directory, { recursive: true, force: true })
}
