// `node scripts/bench-lists.mjs main FILE [COUNT]`: what the pages of lists cost over a file filled by patients.ts, while
// another process changes Patients, and for how long the event loop was busy. Milliseconds; medians of ROUNDS rounds, each
// of which makes a search of its own and jumps into it.
import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { median, ms, timed } from './clock.ts'
import { ORIGINS } from './enlarge.ts'
import { type BundleJson, type ListServer, listServer } from './server.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 21)
const [file = '', count = '200'] = process.argv.slice(2)
const PERMISSIONS = [
  ['a client that sees all', [{ type: '*', operations: 'rs' }]],
  ['a client that sees three devices', [{ type: '*', operations: 'rs', origins: ORIGINS.slice(3, 6) }]],
] as const
const SEARCHES = [
  'Patient?',
  'Patient?_sort=_lastUpdated',
  'Patient?_sort=_id',
  'Patient?_sort=-_id',
  'Patient?_lastUpdated=ge2026-01-01&_sort=_id',
  'Patient?_lastUpdated=ge2026-01-01&_sort=-_lastUpdated',
  'Patient?gender=female',
  'Patient?gender=female&active=false&_sort=_id',
  'Patient?family=jansen&_sort=_lastUpdated',
  'Patient?birthdate=gt1980-01-01',
  'Patient?birthdate=ap1980-01-01',
  'Patient?active=true&gender=male&family=visser&given=iris',
  'Patient?active=true&active=false',
  'Patient?identifier=p4711',
  'Patient?identifier=https://bench.example/patient|p4711',
  'Patient?gender=female&_summary=count',
]

const linkAt = (bundle: BundleJson, offset: number) =>
  bundle.link.find(({ relation }) => relation === 'next')?.url.replace(/offset=\d+/, `offset=${Math.floor(offset)}`)

/** The longest that a timer had to wait while a task was done. */
async function longestBlock<T>(task: () => Promise<T>): Promise<readonly [number, T]> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const result = await task()
  delay.disable()
  return [delay.max / 1e6, result]
}

async function measure(server: ListServer, search: string): Promise<string> {
  const query = `${search}&_count=${count}`
  const rounds: number[][] = []
  const shown = await longestBlock(async () => {
    const [first, bundle] = await timed(() => server.get(query))
    const known = bundle.total ?? (await server.get(`${search}&_total=accurate&_count=1`)).total ?? 0
    while (rounds.length < ROUNDS) {
      const [one, page] = await timed(() => server.get(query))
      const jumps = [0.5, 0.99].flatMap((share) => linkAt(page, known * share) ?? [])
      const round = [one]
      for (const link of jumps) round.push((await timed(() => server.get(link)))[0])
      rounds.push(round)
    }
    return `${ms(first)} | ${[0, 1, 2].map((n) => ms(median(rounds.map((round) => round[n] ?? Number.NaN)))).join('')}`
  })
  const [a, c] = [0, 2].map((n) => median(rounds.map((round) => round[n] ?? Number.NaN))) as [number, number]
  return `${shown[1]}${(c / a).toFixed(2).padStart(7)} |${ms(shown[0])} | ${query}`
}

const other = (total: string) =>
  spawn(process.execPath, [fileURLToPath(new URL('./writer.mjs', import.meta.url)), file, total], { stdio: 'inherit' })

for (const [who, permissions] of PERMISSIONS) {
  const server = await listServer(file, new URL('./search-thread.mjs', import.meta.url), permissions)
  const { total = 0 } = await server.get('Patient?_summary=count')
  const writer = other(String(total))
  const [idle] = await longestBlock(() => new Promise((resolve) => setTimeout(resolve, 3000)))
  console.log(`\n${total} Patients, ${who}; longest block while idle ${ms(idle).trim()}`)
  console.log('   first |    1st    50%    99% 99%/1st | block | search')
  for (const search of SEARCHES) console.log(await measure(server, search))
  writer.kill()
  await server.close()
}
