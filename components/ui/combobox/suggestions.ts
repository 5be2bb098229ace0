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

/** The name of a value; the value itself where it has none. */
export const nameOf = (suggestions: readonly Suggestion[], value: string): string =>
  suggestions.find(([one]) => one === value)?.[1] || value

/** The value of a name that only one has; any other text is a value itself. */
export function valueNamed(suggestions: readonly Suggestion[], typed: string): string {
  const [first, ...others] = suggestions.filter(([, name]) => name !== '' && name === typed)
  return first && others.length === 0 ? first[0] : typed
}
