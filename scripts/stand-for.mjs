// Stands in for a process that does the work: forwards signals to it, and exits with its status.
import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
/**
 * A terminal signals both processes. Forwarding its signals, too, would send a second one to a service that is shutting
 * down, which ends it immediately.
 */
const HANDED_ON = process.stdin.isTTY ? ['SIGTERM'] : SIGNALS

/** Ends this process as `child` ends; never returns. */
export async function standFor(child) {
  for (const signal of SIGNALS) process.on(signal, () => HANDED_ON.includes(signal) && child.kill(signal))
  const [code, signal] = await new Promise((resolve) => child.once('exit', (...ended) => resolve(ended)))
  process.exit(code ?? 128 + constants.signals[signal])
}
