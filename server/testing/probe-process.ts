// A client in a process of its own, which measures the latency of answers undisturbed.
import { setTimeout as delay } from 'node:timers/promises'
import { Connection, headerOf } from '../../bench/connection.ts'
import type { Probing, Waited } from './probe.ts'

let input = ''
for await (const chunk of process.stdin) input += String(chunk)
const { port, from, everyMs, forMs, atLeast = 1, requests } = JSON.parse(input) as Probing

const connection = new Connection(port, { host: '127.0.0.1', from })
const waited: Waited[] = []
const end = performance.now() + forMs
for (let n = 0; performance.now() < end || n < atLeast; n += 1) {
  const asked = performance.now()
  const answer = await connection.ask(Buffer.from(requests[n % requests.length] ?? '', 'base64'))
  const retryAfter = Number(headerOf(answer, 'retry-after') ?? 0)
  waited.push({ status: answer.status, ms: performance.now() - asked, retryAfter })
  await delay(everyMs)
}
connection.close()
process.stdout.write(JSON.stringify(waited))
