// A process that started another one to do its work: it hands on what it is told, and ends as the other one ends.
import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
/** A terminal sends its own to both: handed on as well, they would end a service at once that is about to end well. */
const HANDED_ON = process.stdin.isTTY ? ['SIGTERM'] : SIGNALS

/** Ends this process as `child` ends; never returns. */
export async function standFor(child) {
  for (const signal of SIGNALS) process.on(signal, () => HANDED_ON.includes(signal) && child.kill(signal))
  const [code, signal] = await new Promise((resolve) => child.once('exit', (...ended) => resolve(ended)))
  process.exit(code ?? 128 + constants.signals[signal])
}
