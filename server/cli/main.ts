// ./bin/slipway: runs a command line, and its exit codes (0 ok, 1 failed, 2 usage).
import { CommanderError } from 'commander'
import { OperatorError } from '#lib/operator-error.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { ConfigError } from '../config/config.ts'
import { caller } from './caller.ts'
import { CommandFailed, CommandUsage, ResultFailed, say } from './output.ts'
import { program } from './program/program.ts'

const OK = 0
const FAILED = 1
const USAGE = 2

/** Runs the command line of this process and returns its exit code. */
export function main(argv: readonly string[], calledFrom: string): Promise<number> {
  process.stdout.on('error', endWithReader)
  process.stderr.on('error', () => undefined) // Nobody reads the messages any more; the exit code still tells the result.
  return run(argv, calledFrom)
}

/** Runs one command line for its caller and returns its exit code. Without a command it shows the help. */
export async function run(argv: readonly string[], calledFrom: string): Promise<number> {
  if (argv.includes('--no-color')) caller().env['NO_COLOR'] = '1' // Before anything is said, mistakes among them.
  try {
    const slipway = program(calledFrom)
    await slipway.parseAsync(argv.length === 0 ? ['--help'] : [...withIdBehind(argv)], { from: 'user' })
    return OK
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE
    if (error instanceof ResultFailed) return FAILED
    if (!isForPeople(error)) throw error
    say(error.message)
    return error instanceof CommandUsage ? USAGE : FAILED
  }
}

const TAKES_ID = ['keys revoke', 'trace show']
const ID_LIKE_OPTION = /^-[\w-]{20,}$/ // Longer than every option there is.

/** A thumbprint is base64url, so one in 64 starts with `-` and looks like an option. After `--` it does not. */
function withIdBehind(argv: readonly string[]): readonly string[] {
  const id = argv.find((one) => ID_LIKE_OPTION.test(one))
  if (id === undefined || argv.includes('--') || !TAKES_ID.includes(argv.slice(0, 2).join(' '))) return argv
  return [...argv.filter((one) => one !== id), '--', id]
}

/** The reader of the output may stop early, as `head` does; a file that cannot be written is a failure. */
function endWithReader({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(OK)
  say(`The result cannot be written: ${message}.`)
  process.exit(FAILED)
}

const isForPeople = (error: unknown): error is Error =>
  [CommandFailed, ConfigError, StorageUnavailable, OperatorError].some((known) => error instanceof known)
