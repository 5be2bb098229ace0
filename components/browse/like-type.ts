// The names that somebody may have meant who typed another one, such as `patients` or `Observatoin`.

const MOST_NAMED = 3
/** Letters that may be wrong, missing or too many. */
const MOST_WRONG = 2

/** The names that begin as the typed one, or it as they, or that differ from it by a few letters; none for the name itself. */
export function likeType(typed: string, names: readonly string[]): readonly string[] {
  const meant = typed.toLowerCase().slice(0, 60)
  if (meant.length < 2 || names.includes(typed)) return []
  return names
    .map((name) => ({ name, wrong: wrongLetters(meant, name.toLowerCase()) }))
    .filter(({ wrong }) => wrong <= MOST_WRONG)
    .sort((one, other) => one.wrong - other.wrong)
    .slice(0, MOST_NAMED)
    .map(({ name }) => name)
}

/** How many letters differ (Levenshtein); 1 for what begins with the other. */
function wrongLetters(one: string, other: string): number {
  if (one === other) return 0
  if (one.startsWith(other) || other.startsWith(one)) return 1
  let above = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (const [column, against] of [...other].entries())
      line.push(
        Math.min(
          (above[column + 1] ?? 0) + 1,
          (line[column] ?? 0) + 1,
          (above[column] ?? 0) + (letter === against ? 0 : 1),
        ),
      )
    above = line
  }
  return above[other.length] ?? 0
}
