// Divides a supply by max-min fairness: small demands are met in full, and the rest is divided evenly among the larger ones
// (load-shedder.test.ts, "fair shares").

/** The most that each may have, so that what all get together is at most `supply`. At least one. */
export function fairLevel(supply: number, demands: readonly number[]): number {
  let left = supply
  let others = demands.length
  for (const demand of [...demands].sort((one, other) => one - other)) {
    const level = left / others
    if (demand > level) return Math.max(1, Math.floor(level))
    left -= demand
    others -= 1
  }
  return Math.max(1, Math.floor(supply))
}
