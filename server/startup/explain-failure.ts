// Explains why the service does not start: a sentence, without a stack, for problems that an operator can resolve.
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

/** Files that Next built. */
const PAGES = /[\\/]\.next[\\/]/

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') {
      const { port } = error as { readonly port?: number }
      return `Port ${port} is in use: set PORT to another port, or stop the program that uses it.`
    }
    if (error.code === 'ENOENT' && PAGES.test(String((error as NodeJS.ErrnoException).path)))
      return 'The built pages are not whole. Delete the folder .next and start again: they are built anew.'
    if (error.code === 'EACCES')
      return 'The port is not for this user: set PORT to one above 1023, and put a proxy before it.'
  }
  return String((error as Error).stack)
}
