// The output of the command line: results on standard output, sentences for people on standard error.

import { visibleText } from '#lib/text.ts'

/** The command cannot go on; the message is for the person who typed it. Exit code 1. */
export class CommandFailed extends Error {
  override readonly name: string = 'CommandFailed'
}

/** The command was not understood as a whole, though each part of it was. Exit code 2. */
export class CommandUsage extends CommandFailed {}

/** Prints a result: as JSON when asked for, otherwise as text. */
export function result(json: boolean, value: unknown, text: string): void {
  process.stdout.write(`${json ? visibleText(JSON.stringify(value)) : visibleLines(text)}\n`)
}

/** Says something to the person, never to a pipe. */
export function say(text: string): void {
  process.stderr.write(`${visibleLines(text)}\n`)
}

/** Stored text may come from an attacker: none of it reaches a terminal as a control sequence (CWE-150). */
const visibleLines = (text: string): string => text.split('\n').map(visibleText).join('\n')

/** Rows in columns, each as wide as its widest cell. */
export function table(texts: readonly (readonly string[])[]): string {
  const rows = texts.map((row) => row.map(visibleText)) // A cell stays within its line.
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
