// How a worker thread ends: it ends itself when it is told. Only what does not listen is terminated, and never while it
// loads: a thread that is terminated while it loads a native module takes the whole process along.
import type { MessagePort, Worker } from 'node:worker_threads'

const READY = 'ready'
const END = 'end'
/** The longest that a thread may take to end itself, in milliseconds. */
const PATIENCE = 5000

/** A thread, as those who started it see it. */
export interface EndingThread {
  /** Tells the thread to end, once it is ready, and resolves when it has ended. */
  readonly end: () => Promise<void>
}

/** True for a message between these functions, which is none of the work. */
export const isOfThread = (message: unknown): boolean => message === READY || message === END

/** Call it as soon as the worker is made. Its thread must call `endWhenTold`. */
export function endingThread(worker: Worker, patience = PATIENCE): EndingThread {
  const ready = new Promise<void>((resolve) => {
    const look = (message: unknown) => {
      if (message !== READY) return
      worker.off('message', look)
      resolve()
    }
    worker.on('message', look)
    worker.once('exit', () => resolve())
  })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const end = async () => {
    worker.ref()
    await ready
    worker.postMessage(END)
    const timer = setTimeout(() => void worker.terminate(), patience)
    await exited
    clearTimeout(timer)
  }
  let ending: Promise<void> | undefined
  return {
    end: () => {
      ending ??= end()
      return ending
    },
  }
}

/** In the thread, once all that it needs is loaded: says so, and ends the thread when it is told, after `close`. */
export function endWhenTold(port: MessagePort, close: () => void = () => undefined): void {
  port.on('message', (message: unknown) => {
    if (message !== END) return
    close()
    process.exit()
  })
  port.postMessage(READY)
}
