// Sends a change once when a button is pressed twice: while its answer is pending, it is not sent again. The button
// itself is disabled only by the next render, which may come after the second press.

const underWay = new Map<string, Promise<unknown>>()

/** The answer to a change, which is identified by `change`: its method, path and body. */
export function once<Answer>(change: string, send: () => Promise<Answer>): Promise<Answer> {
  const known = underWay.get(change) as Promise<Answer> | undefined
  if (known) return known
  const answer = send().finally(() => underWay.delete(change))
  underWay.set(change, answer)
  return answer
}
