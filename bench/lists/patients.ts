// `node scripts/bench-lists.mjs patients FILE FROM TO`: fills a database file with synthetic Patients, and reports the speed.
import { fill } from './fill.ts'

const [file = '', from = '0', to = '0'] = process.argv.slice(2)
const startedAt = performance.now()
await fill(file, Number(from), Number(to), (done) => {
  if (done % 50_000 === 0) process.stderr.write(`${done} in ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
})
const seconds = (performance.now() - startedAt) / 1000
console.log(
  `${Number(to) - Number(from)} Patients in ${seconds.toFixed(1)} s: ${Math.round((Number(to) - Number(from)) / seconds)}/s`,
)
