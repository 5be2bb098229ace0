// Free ports for servers of tests, trials and the benchmark.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports, so that none becomes the local end of a connection between the look and the use. */
const [FIRST, END] = [10_240, 32_000]

const given = new Set()

/** A free port of this machine that this process has not handed out before. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true))) // On every address.
  })
