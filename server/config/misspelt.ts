// Finds misspelt settings: an unknown name is ignored, so its author would believe that it is set.
import { ENVIRONMENT_NAMES } from './config.ts'

export interface Misspelt {
  readonly name: string
  /** The setting with the nearest name. */
  readonly meant: string
}

/** Shorter names are too similar to those of other programs. */
const SHORTEST = 6
/** Letters that are missing, superfluous or different. */
const MOST_SLIPS = 2

/** Names in an environment that are almost those of settings. */
export const misspeltSettings = (env: Readonly<Record<string, string | undefined>>): readonly Misspelt[] =>
  Object.keys(env).flatMap((name) => {
    const plain = name.replace(/_FILE$/, '')
    if (plain.length < SHORTEST || ENVIRONMENT_NAMES.includes(plain)) return []
    const meant = ENVIRONMENT_NAMES.find((one) => one.length >= SHORTEST && slips(plain, one) <= MOST_SLIPS)
    return meant === undefined ? [] : [{ name, meant }]
  })

/** The changes of one letter that make one text of another (Levenshtein). */
function slips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...one].entries()) {
    const above = row
    row = [index + 1]
    for (const [column, wanted] of [...other].entries())
      row.push(
        Math.min(
          (above[column] ?? 0) + (letter === wanted ? 0 : 1),
          (above[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
        ),
      )
  }
  return row[other.length] ?? 0
}
