// Explains why the service does not start: a sentence, without a stack, for problems that an operator can resolve.
import path from 'node:path'
import { OperatorError } from '#lib/operator-error.ts'
import { ConfigError } from '../config/config.ts'

/** The level of an error in the log. */
const ERROR = 50

/**
 * Prints the reason of a failed start to standard error: a sentence for ConfigError and OperatorError, a stack otherwise. With `json`
 * each line of it is a line of the log, so that a program can parse every line.
 */
export function explainFailure(error: unknown, { json = false }: { readonly json?: boolean } = {}): void {
  const said = sentenceOf(error)
  const lines = json ? said.split('\n').map(logLine) : [said]
  process.stderr.write(lines.map((line) => `${line}\n`).join(''))
}

const logLine = (line: string): string =>
  JSON.stringify({ level: ERROR, time: Date.now(), msg: line.trim().replace(/^- /, '') })

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message
  const { code = '', syscall = '', path: file, port, address, stack } = error as SystemError
  const fault = file === undefined ? ofAddress(code, { syscall, port, address }) : ofFile(code, syscall, file)
  return fault ?? String(stack)
}

/** What Node says of a call to the system that failed. */
type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string }

function ofAddress(code: string, { syscall, port, address }: Pick<SystemError, 'syscall' | 'port' | 'address'>) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: set PORT to another port, or stop the program that uses it.`
  if (code === 'EACCES' && syscall === 'listen')
    return 'The port is not for this user: set PORT to one above 1023, and put a proxy before it.'
  if (code === 'EADDRNOTAVAIL')
    return `${address} is no address of this machine: set HOST to one, such as localhost or 0.0.0.0.`
  return undefined
}

const NOT_FOR_THIS_USER = ['EACCES', 'EPERM', 'EROFS']

function ofFile(code: string, syscall: string, file: string): string | undefined {
  // A folder above may have any name: only what is below the project counts.
  if (code === 'ENOENT' && path.relative(process.cwd(), file).split(path.sep)[0] === '.next')
    return 'The built pages are not whole. Delete the folder .next and start again: they are built anew.'
  if (NOT_FOR_THIS_USER.includes(code))
    return `${file} is not for this user (${syscall}: ${code}): give it to the user who starts Slipway, or start as its owner.`
  return undefined
}
