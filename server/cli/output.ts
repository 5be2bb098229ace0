// The output of the command line: results on standard output, sentences for people on standard error.

import type { Change } from '#lib/audit/config-changes.ts'
import { visibleText } from '#lib/text.ts'
import { caller, type Manner, type Output } from './caller.ts'
import { bold, fitted, hasColours, type Ink, joined, printed, widthOf } from './ink.ts'

/** The command cannot continue; the message is for the person who typed it. Exit code 1. */
export class CommandFailed extends Error {
  override readonly name: string = 'CommandFailed'
  /** What was done all the same, for the audit log. */
  readonly change: Change | undefined

  constructor(message: string, { change, ...options }: ErrorOptions & { readonly change?: Change } = {}) {
    super(message, options)
    this.change = change
  }
}

/** The command was not understood as a whole, though each part of it was. Exit code 2. */
export class CommandUsage extends CommandFailed {}

/** The command failed, and its result has said why. Exit code 1. */
export class ResultFailed extends CommandFailed {}

/** The failure of a command whose result already explains it in words; with JSON, the sentence is printed too. */
export const failed = (json: boolean, message: string): CommandFailed =>
  json ? new CommandFailed(message) : new ResultFailed(message)

/** No app is called that; `at` is the domain, where it is one elsewhere. */
export const noApp = (clientId: string, at = ''): CommandFailed =>
  new CommandFailed(`There is no app with client_id ${clientId}${at}. See: slipway app list`)

/** Sets the manner of the command that runs. */
export function behave(manner: Manner): void {
  caller().manner = manner
}

/** True to print only the result and errors. */
export const isQuiet = (): boolean => caller().manner.quiet

/** True to print details. */
export const isVerbose = (): boolean => caller().manner.verbose

/** True when a stream of the caller supports colours. */
export const coloursOf = ({ isTTY = false }: Output): boolean => hasColours({ isTTY, env: caller().env })

/** How many characters a line has: on a terminal those of its window, elsewhere as many as it needs. */
export const columnsOf = ({ isTTY = false, columns = 0 }: Output): number => (isTTY && columns > 0 ? columns : Infinity)

const write = (stream: Output, text: string | Ink): void =>
  void stream.write(`${printed(fitted(text, columnsOf(stream)), coloursOf(stream))}\n`)

/** Prints a result: as JSON when asked for, otherwise as text. */
export function result(json: boolean, value: unknown, text: string | Ink): void {
  if (json) caller().stdout.write(`${visibleText(JSON.stringify(value))}\n`)
  else write(caller().stdout, text)
}

/** Prints a line of a result that arrives in parts; nothing with --json or --quiet. */
export function line(text: string | Ink): void {
  if (!isQuiet()) write(caller().stdout, text)
}

/** Says an error to the person, never to a pipe. */
export function say(text: string | Ink): void {
  write(caller().stderr, text)
}

/** Says something that is no error; nothing with --json or --quiet. */
export function note(text: string | Ink): void {
  if (!isQuiet()) say(text)
}

/** `1 resource`, `2 resources`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/**
 * Rows in columns, each as wide as its widest cell. The first row is the heading. Columns that do not fit beside the others on the
 * terminal stand in lines of their own below them, in the heading as in each row.
 */
export function table(rows: readonly (readonly (string | Ink)[])[]): Ink {
  const cells = rows.map((row, at) => row.map((cell) => cellOf(cell, at === 0)))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))))
  const lines = besideEachOther(widths, columnsOf(caller().stdout))
  return joined(
    cells.flatMap((row) =>
      lines.flatMap(({ from, to }) => {
        const shown = row.slice(from, Math.min(to, row.findLastIndex((cell) => widthOf(cell) > 0) + 1))
        const padding = (cell: Ink, at: number) =>
          at === shown.length - 1 ? '' : ' '.repeat((widths[from + at] ?? 0) - widthOf(cell) + GAP)
        const text = shown.map((cell, at) => joined([cell, padding(cell, at)], ''))
        return shown.length === 0 ? [] : [joined([from === 0 ? '' : INDENT, ...text], '')]
      }),
    ),
    '\n',
  )
}

/** Blanks between columns, and before a line that continues a row. */
const GAP = 2
const INDENT = ' '.repeat(GAP)

/** Which columns stand in the same line, of so many characters: from the first up to the one after the last. */
function besideEachOther(widths: readonly number[], columns: number) {
  const lines: { readonly from: number; to: number }[] = []
  let end = Infinity
  for (const [column, width] of widths.entries()) {
    const line = lines.at(-1)
    if (line && end + GAP + width <= columns) {
      line.to = column + 1
      end += GAP + width
    } else {
      end = width + (lines.length > 0 ? GAP : 0)
      lines.push({ from: column, to: column + 1 })
    }
  }
  return lines
}

/** A cell stays within its line. */
function cellOf(cell: string | Ink, isHeading: boolean): Ink {
  if (typeof cell === 'object') return cell
  return isHeading ? bold(visibleText(cell)) : joined([visibleText(cell)], '')
}
