// Collects the heap of this thread by command, which Node has only under a flag.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns what collects the heap. With `flavor: 'last-resort'` V8 also returns to the system what the heap grew by. */
export function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  return collect
}
