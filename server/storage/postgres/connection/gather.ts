// Calls that wait together are one call: a statement for all costs the database and its client a fraction of one for each.
import { StorageUnavailable } from '#lib/storage-unavailable.ts'

/** The most questions of one call. */
const MOST = 100

interface Asker<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gives `ask` all questions of one turn of the event loop, and then those that came while it was under way. It answers them in their
 * order, and is atomic: when it fails, it has changed nothing. One question that it fails for does not fail the others.
 */
export function gather<Question, Answer>(
  ask: (all: readonly Question[]) => Promise<readonly Answer[]>,
  most = MOST,
): (question: Question) => Promise<Answer> {
  const waiting: Asker<Question, Answer>[] = []
  let isBusy = false

  const answer = async (askers: readonly Asker<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(askers.map(({ question }) => question))
      for (const [index, { resolve }] of askers.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (askers.length === 1 || error instanceof StorageUnavailable) for (const { reject } of askers) reject(error)
      else for (const asker of askers) await answer([asker])
    }
  }

  const next = async (): Promise<void> => {
    while (waiting.length > 0) await answer(waiting.splice(0, most))
    isBusy = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (isBusy) return
      isBusy = true
      setImmediate(next)
    })
}

/** One call for all who wait: each is answered by one that began after it asked. */
export function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  const gathered = gather<undefined, Answer>(async (all) => {
    const answer = await ask()
    return all.map(() => answer)
  }, Number.POSITIVE_INFINITY)
  return () => gathered(undefined)
}
