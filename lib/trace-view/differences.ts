// Differences between an expected and a received text, side by side, with the differing characters marked.

/** A run of characters that are the same in both texts, or are not. */
export interface Piece {
  readonly text: string
  readonly differs: boolean
}

export interface Difference {
  readonly expected: readonly Piece[]
  readonly received: readonly Piece[]
}

/** The two texts, split into their common start, their common end, and the different parts between. */
export function differenceOf(expected: string, received: string): Difference {
  const shorter = Math.min(expected.length, received.length)
  let start = 0
  while (start < shorter && expected[start] === received[start]) start += 1
  let end = 0
  while (end < shorter - start && expected.at(-1 - end) === received.at(-1 - end)) end += 1
  const pieces = (text: string): readonly Piece[] =>
    [
      { text: text.slice(0, start), differs: false },
      { text: text.slice(start, text.length - end), differs: true },
      { text: text.slice(text.length - end), differs: false },
    ].filter((piece) => piece.text !== '')
  return { expected: pieces(expected), received: pieces(received) }
}

/** Of several texts that would do, the one that has most in common with the received one. */
export function closest(candidates: readonly string[], received: string): string | undefined {
  const common = (candidate: string) =>
    differenceOf(candidate, received)
      .expected.filter(({ differs }) => !differs)
      .reduce((length, { text }) => length + text.length, 0)
  return [...candidates].sort((a, b) => common(b) - common(a))[0]
}
