// `node scripts/bench-lists.mjs main FILE [count]`: what the pages of lists cost over a filled database, and for how long
// at a time the event loop was busy. Milliseconds; medians of ROUNDS unless said otherwise.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ORIGINS } from './enlarge.ts'
import { listServer } from './server.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 21)
const file = process.argv[2] ?? ''
const count = Number(process.argv[3] ?? 200)
const script = new URL('./search-thread.mjs', import.meta.url)
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

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0).padStart(7)

async function timed<T>(task: () => Promise<T>): Promise<readonly [number, T]> {
  const startedAt = performance.now()
  const result = await task()
  return [performance.now() - startedAt, result]
}

for (const [who, permissions] of [
  ['all', [{ type: '*', operations: 'rs' }]],
  ['granted: 3 devices, 1/8 of all', [{ type: '*', operations: 'rs', origins: ORIGINS.slice(3, 6) }]],
] as const) {
  const server = await listServer(file, script, permissions)
  console.log(`\n${who}\n  1st page  jump50  jump99 |  1st   50%   99%  99%/1st | longest block | search`)
  for (const search of SEARCHES) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const query = `${search}&_count=${count}`
    const [first, bundle] = await timed(() => server.get(query))
    const link = bundle.link.find(({ relation }) => relation === 'next')?.url
    if (!link) {
      const rounds: number[] = []
      while (rounds.length < ROUNDS) rounds.push((await timed(() => server.get(query)))[0])
      delay.disable()
      console.log(
        `${ms(first)}                   ${ms(median(rounds))}                     ${ms(delay.max / 1e6)}  ${query}  total ${bundle.total}`,
      )
      continue
    }
    const { total = Number(process.env['TOTAL'] ?? 1_000_000) } = await server.get(`${search}&_total=accurate&_count=1`)
    const at = (share: number, by = 0) => link.replace(/offset=\d+/, `offset=${Math.floor(total * share) - by}`)
    const [half] = await timed(() => server.get(at(0.5)))
    const [end] = await timed(() => server.get(at(0.99)))
    const rounds: [number, number, number][] = []
    // Other pages each time, so that none is better remembered than the first.
    while (rounds.length < ROUNDS) {
      const by = rounds.length * 7
      const one = (await timed(() => server.get(query)))[0]
      rounds.push([
        one,
        (await timed(() => server.get(at(0.5, by))))[0],
        (await timed(() => server.get(at(0.99, by))))[0],
      ])
    }
    delay.disable()
    const [a, b, c] = [0, 1, 2].map((n) => median(rounds.map((round) => round[n] ?? 0))) as [number, number, number]
    console.log(
      `${ms(first)} ${ms(half)} ${ms(end)} | ${ms(a)}${ms(b)}${ms(c)} ${(c / a).toFixed(2).padStart(6)} | ${ms(delay.max / 1e6)} | ${query}  total ${bundle.total ?? `- (${total})`}`,
    )
  }
  await server.close()
}
