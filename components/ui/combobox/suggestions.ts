// The suggestions of a text field, and which of them match what was typed.

/** A value and its display name, which may be empty. */
export type Suggestion = readonly [value: string, text: string]

/** Suggestions whose value or name contains all typed words. */
export function matching(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const words = typed.toLowerCase().split(/\s+/)
  return suggestions.filter((one) => words.every((word) => one.join(' ').toLowerCase().includes(word)))
}

/** The value that was meant: the only one with such a name, else the only one that matches at all. Undefined when several or none. */
export function meant(suggestions: readonly Suggestion[], typed: string): string | undefined {
  const found = matching(suggestions, typed)
  const named = found.filter(([, name]) => matching([['', name]], typed).length > 0)
  const [first, ...others] = named.length > 0 ? named : found
  return others.length === 0 ? first?.[0] : undefined
}
