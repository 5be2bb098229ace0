// `node scripts/bench-lists.mjs main FILE [COUNT]`: measures pages of lists on a file filled by patients.ts, while
// another process changes Patients, and the longest times that the event loop was blocked. All figures are
// milliseconds: medians of ROUNDS rounds, each with its own search and jumps into it.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ORIGINS } from '../enlarge.ts'
import { median, ms, timed } from './clock.ts'
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
  'Patient/_history?',
  'Patient/_history?_since=2026-01-01T00:00:09Z',
  'Patient/_history?_at=2026-01-01',
]

const linkAt = (bundle: BundleJson, offset: number) =>
  bundle.link.find(({ relation }) => relation === 'next')?.url.replace(/offset=\d+/, `offset=${Math.floor(offset)}`)

/** The longest delay of a one-millisecond timer during a task. */
async function longestBlock<T>(task: () => Promise<T>): Promise<readonly [number, T]> {
  let longest = 0
  let last = performance.now()
  const watching = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  const result = await task()
  clearInterval(watching)
  return [longest, result]
}

async function measure(server: ListServer, search: string): Promise<string> {
  const query = `${search}&_count=${count}`
  const [first, bundle] = await timed(() => server.get(query))
  const known = bundle.total ?? (await server.get(`${search}&_total=accurate&_count=1`)).total ?? 0
  const rounds: number[][] = []
  const blocks: number[] = []
  while (rounds.length < ROUNDS) {
    const [block, round] = await longestBlock(async () => {
      const [one, page] = await timed(() => server.get(query))
      const times = [one]
      for (const share of [0.5, 0.99]) {
        const link = linkAt(page, known * share)
        if (link) times.push((await timed(() => server.get(link)))[0])
      }
      return times
    })
    blocks.push(block)
    rounds.push(round)
  }
  const [one, half, end] = [0, 1, 2].map((n) => median(rounds.map((round) => round[n] ?? Number.NaN)))
  const pages = [one, half, end].map((time = Number.NaN) => ms(time)).join('')
  const ratio = ((end ?? Number.NaN) / (one ?? Number.NaN)).toFixed(2).padStart(7)
  return `${ms(first)} |${pages}${ratio} |${ms(median(blocks))}${ms(Math.max(...blocks))} | ${query}`
}

const other = (total: string) =>
  spawn(process.execPath, [fileURLToPath(new URL('./writer.mjs', import.meta.url)), file, total], { stdio: 'inherit' })

for (const [who, permissions] of PERMISSIONS) {
  const server = await listServer(file, new URL('./database-thread.mjs', import.meta.url), permissions)
  const { total = 0 } = await server.get('Patient?_summary=count')
  const writer = other(String(total))
  process.once('exit', () => writer.kill())
  const idle: number[] = []
  while (idle.length < ROUNDS) idle.push((await longestBlock(() => new Promise((done) => setTimeout(done, 100))))[0])
  console.log(
    `\n${total} Patients, ${who}; blocks while idle ${ms(median(idle)).trim()}, ${ms(Math.max(...idle)).trim()}`,
  )
  console.log('  first |    1st    50%    99% 99%/1st | blocks, most | search')
  for (const search of SEARCHES) console.log(await measure(server, search))
  writer.kill()
  await server.close()
}
