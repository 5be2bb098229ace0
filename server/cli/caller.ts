// The caller of a command: its settings and its streams. For ./bin/slipway these are the process's; a program that runs
// commands inside itself, several at a time, has its own.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'

/** The part of a standard stream that a command writes to. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

export interface Caller {
  readonly env: Record<string, string | undefined>
  readonly stdin: () => Readable
  readonly stdout: Output
  readonly stderr: Output
}

/** How much a command prints besides its result. */
export interface Manner {
  /** Only the result, and errors. */
  readonly quiet: boolean
  /** Details that are left out otherwise. */
  readonly verbose: boolean
}

interface Call extends Caller {
  manner: Manner
}

const callOf = (caller: Caller): Call => ({ ...caller, manner: { quiet: false, verbose: false } })

const calls = new AsyncLocalStorage<Call>()
const ofProcess = callOf({
  env: process.env,
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})

export const calledBy = <Result>(caller: Caller, run: () => Result): Result => calls.run(callOf(caller), run)

/** The password of an option, or else of SLIPWAY_PASSWORD: a command line is in the shell's history and in the list of processes. */
export const passwordOf = (given: string | undefined): string | undefined =>
  given ?? (caller().env['SLIPWAY_PASSWORD'] || undefined)

/** The caller of the running command. */
export const caller = (): Call => calls.getStore() ?? ofProcess
