// Work that is synchronous and writes nothing until it ends, but needs answers that take time. It throws the first question
// whose answer is not at hand; that is answered, and the work begins anew.

/** The answers so far, by question. */
export type Answers = Map<string, unknown>

/** A question whose answer is not among `answers` yet. */
export class Unanswered {
  readonly answers: Answers
  readonly question: string
  readonly find: () => Promise<unknown>
  /** True for a search of the database, of which a caller bounds the number. */
  readonly isSearch: boolean

  constructor(answers: Answers, question: string, find: () => Promise<unknown>, { isSearch = false } = {}) {
    this.answers = answers
    this.question = question
    this.find = find
    this.isSearch = isSearch
  }
}

/** The answer to a question. Throws Unanswered if it is not at hand. */
export function answerTo<T>(answers: Answers, question: string, find: () => Promise<T>): T {
  if (!answers.has(question)) throw new Unanswered(answers, question, find)
  return answers.get(question) as T
}

/**
 * Repeats an attempt until each of its questions has an answer. `before` is called for each one, with how many there were, and may
 * throw. Rejects with what the attempt throws besides.
 */
export async function replayed<T>(
  attempt: () => Promise<T>,
  answers: Answers,
  before: (question: Unanswered, asked: number) => void = () => {},
): Promise<T> {
  for (let asked = 0; ; asked += 1)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Unanswered) || error.answers !== answers) throw error
      before(error, asked)
      answers.set(error.question, await error.find())
    }
}
