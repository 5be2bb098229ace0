// Two presses of a button ask for the same change twice: while its answer is on its way, it is not sent again. The button itself is
// disabled by the next render, which may come after the second press.

const underWay = new Map<string, Promise<unknown>>()

/** The answer to a change, which is what `change` says of it: its method, its path and its body. */
export function once<Answer>(change: string, send: () => Promise<Answer>): Promise<Answer> {
  const known = underWay.get(change) as Promise<Answer> | undefined
  if (known) return known
  const answer = send().finally(() => underWay.delete(change))
  underWay.set(change, answer)
  return answer
}
