// Stands in for a process that does the work: forwards signals to it, and exits as it does.
import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
/** A terminal signals both processes: forwarding its signals as well would end a service immediately that is shutting down. */
const HANDED_ON = process.stdin.isTTY ? ['SIGTERM'] : SIGNALS

/** Ends this process as `child` ends; never returns. */
export async function standFor(child) {
  for (const signal of SIGNALS) process.on(signal, () => HANDED_ON.includes(signal) && child.kill(signal))
  const [code, signal] = await new Promise((resolve) => child.once('exit', (...ended) => resolve(ended)))
  process.exit(code ?? 128 + constants.signals[signal])
}
