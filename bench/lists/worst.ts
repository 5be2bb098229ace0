// `node scripts/bench-lists.mjs worst [PATIENTS] [REQUESTS]`: first pages of the costliest lists there may be, over
// 100,000 Patients unless told, while another process changes some. Says the 99th percentile of each (LIM-09: 200 ms).
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ms, quantile, timed } from './clock.ts'
import { fill } from './fill.ts'
import { listServer } from './server.ts'

const [patients = '100000', requests = '200'] = process.argv.slice(2)
const WORST = ['_lastUpdated', '-_lastUpdated', '_id', '-_id'].map(
  (sort) => `Patient?_count=200&_sort=${sort}&_lastUpdated=ge2026-01-01&_lastUpdated=ne2026-01-02`,
)

const directory = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const file = path.join(directory, 'slipway.db')
await fill(file, 0, Number(patients))
const server = await listServer(file, new URL('./search-thread.mjs', import.meta.url), [
  { type: '*', operations: 'rs' },
])
const writer = spawn(process.execPath, [fileURLToPath(new URL('./writer.mjs', import.meta.url)), file, patients])
process.once('exit', () => writer.kill())
console.log(`${patients} Patients, ${requests} searches each\n   50 %   99 %   most | search`)
for (const search of WORST) {
  const times: number[] = []
  while (times.length < Number(requests)) times.push((await timed(() => server.get(search)))[0])
  console.log(`${ms(quantile(times, 0.5))}${ms(quantile(times, 0.99))}${ms(quantile(times, 1))} | ${search}`)
}
writer.kill()
await server.close()
rmSync(directory, { recursive: true })
