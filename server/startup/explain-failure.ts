// Explains why the service does not start: a sentence, without a stack, for problems that an operator can resolve.
import { OperatorError } from '#lib/operator-error.ts'
import { ConfigError } from '../config/config.ts'

/** Prints the reason of a failed start to standard error: a sentence for ConfigError and OperatorError, a stack otherwise. */
export function explainFailure(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`)
}

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
