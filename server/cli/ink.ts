// Coloured text for a terminal: control characters from outside are made visible (CWE-150), colours are added when it
// is printed.
import { visibleText } from '#lib/text.ts'

/** SGR parameters (ECMA-48 §8.3.117): the one that begins a style, and the one that ends it. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const
type Style = keyof typeof STYLES

/** A text in pieces, each of one line's visible characters or of our own line ends. */
export interface Ink {
  readonly pieces: readonly { readonly text: string; readonly style?: Style }[]
}

type Part = string | number | Ink

const piecesOf = (part: Part): Ink['pieces'] =>
  typeof part === 'object' ? part.pieces : [{ text: visibleLines(String(part)) }]

/** Control sequences in a text become visible characters; its lines stay. */
const visibleLines = (text: string): string => text.split('\n').map(visibleText).join('\n')

/** A text put together: ink`${green('ok')}  ${name}`. */
export const ink = (texts: TemplateStringsArray, ...parts: readonly Part[]): Ink => ({
  pieces: texts.flatMap((text, index) => {
    const part = parts[index]
    return [{ text }, ...(part === undefined ? [] : piecesOf(part))]
  }),
})

const styled =
  (style: Style) =>
  (text: string): Ink => ({ pieces: [{ text: visibleLines(text), style }] })

export const bold = styled('bold')
export const dim = styled('dim')
export const red = styled('red')
export const green = styled('green')
export const yellow = styled('yellow')
export const cyan = styled('cyan')

/** Texts with something between them. */
export const joined = (parts: readonly (string | Ink)[], between: string): Ink => ({
  pieces: parts.flatMap((part, index) => [...(index === 0 ? [] : [{ text: between }]), ...piecesOf(part)]),
})

/** The text as it is printed. */
export const printed = (text: string | Ink, coloured: boolean): string =>
  piecesOf(text)
    .map(({ text: piece, style }) => {
      if (!coloured || style === undefined) return piece
      const [on, off] = STYLES[style]
      return `\u001b[${on}m${piece}\u001b[${off}m`
    })
    .join('')

/** The width of a text on a line, in characters. */
export const widthOf = (text: string | Ink): number => printed(text, false).length

/**
 * The text in lines of at most so many characters, where its words allow it: what does not fit goes on under the last column that
 * begins in the left half. Words are never cut, so ids and addresses stay whole.
 */
export function fitted(text: string | Ink, columns: number): Ink {
  const breaks = breaksOf(printed(text, false), columns)
  let start = 0
  const pieces = piecesOf(text).map((piece) => {
    const from = start
    start += piece.text.length
    return { ...piece, text: piece.text.replace(/ /g, (blank, at: number) => breaks.get(from + at) ?? blank) }
  })
  return { pieces }
}

/** What stands for a blank where a line is broken, by its place in the text. */
function breaksOf(text: string, columns: number): ReadonlyMap<number, string> {
  const breaks = new Map<number, string>()
  let start = 0
  for (const line of text.split('\n')) {
    const indent = indentOf(line, columns)
    let column = 0
    for (const { index, 1: blanks = '', 2: word = '' } of line.matchAll(WORD)) {
      const isBroken = column > indent && column + blanks.length + word.length > columns
      if (isBroken) for (let at = 0; at < blanks.length; at += 1) breaks.set(start + index + at, '')
      if (isBroken) breaks.set(start + index, `\n${' '.repeat(indent)}`)
      column = (isBroken ? indent : column + blanks.length) + word.length
    }
    start += line.length + 1
  }
  return breaks
}

/** A number and its unit are one word. */
const WORD = /(?<! )( *)(\d[\d.]* m?s(?![^ ])|[^ ]+)/g

/** Where the last column that begins in the left half does: columns are two blanks apart. */
const indentOf = (line: string, columns: number): number =>
  Math.max(
    0,
    ...[...line.matchAll(/ {2,}/g)].map(({ index, 0: gap }) => index + gap.length).filter((at) => at <= columns / 2),
  )

interface Surroundings {
  readonly isTTY?: boolean | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Whether a stream gets colours: a terminal that can, unless NO_COLOR (no-color.org) or --no-color says no; FORCE_COLOR
 * (force-color.org) says yes to any stream. An empty variable says nothing.
 */
export function hasColours({ isTTY = false, env }: Surroundings): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
  return isTTY && env['TERM'] !== 'dumb'
}
