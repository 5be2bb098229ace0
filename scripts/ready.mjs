// `node scripts/ready.mjs`: exits with 0 if the server on this machine is ready, otherwise prints the problem and exits
// with 1. For a container's HEALTHCHECK and for systemd, without installing anything.
import './node.mjs'

const ANSWER_MS = 2500
const { HOST = 'localhost', PORT = '3000' } = process.env
const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
try {
  const answer = await fetch(`http://${host}:${PORT}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })
  if (!answer.ok) throw new Error(await answer.text())
} catch (error) {
  process.stderr.write(`${error.cause?.message ?? error.message}\n`)
  process.exitCode = 1
}
