// The suggestions of a text field, and which of them match what was typed.

/** A value and its display name, which may be empty. */
export type Suggestion = readonly [value: string, text: string]

/** Suggestions whose value or name contains all typed words. */
export function matching(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const words = typed.toLowerCase().split(/\s+/)
  return suggestions.filter((one) => words.every((word) => one.join(' ').toLowerCase().includes(word)))
}
