// The end of a commit that several transactions share: what each of them leaves to it is done once for all.

export interface CommitEnd {
  /** Runs transactions, and then does what they have left, in the same commit. */
  readonly after: (transactions: () => void) => void
  /** Leaves something to the end of the running commit. Outside of one it is done at once. */
  readonly leave: <T>(work: (all: readonly T[]) => void, some: readonly T[]) => void
  /** Does what was left for a work so far, for a transaction that reads its result. */
  readonly now: <T>(work: (all: readonly T[]) => void) => void
}

type Work = (all: readonly unknown[]) => void

export function commitEnd(): CommitEnd {
  let left: Map<Work, unknown[]> | undefined
  return {
    after: (transactions) => {
      const ours = new Map<Work, unknown[]>()
      left = ours
      try {
        transactions()
        for (const [work, all] of ours) work(all)
      } finally {
        left = undefined
      }
    },
    leave: (work, some) => {
      if (!left) return work(some)
      const before = left.get(work as Work)
      if (before) before.push(...some)
      else left.set(work as Work, [...some])
    },
    now: (work) => {
      const all = left?.get(work as Work)
      left?.delete(work as Work)
      if (all) (work as Work)(all)
    },
  }
}
