// The content of Subscription.error here: the kind of the last failure, and its consequence. Pages translate it for
// their reader.

const PHRASES = {
  gone: 'the receiver is gone',
  handshake: 'the handshake failed',
  inARow: 'failed * times in a row',
  since: 'failed since *',
  waited: 'more than * events waited',
} as const

/** The last failure of a Subscription, in parts. */
export interface SubscriptionError {
  /** Such as `timeout` or `http-500`. */
  readonly failure: string
  readonly cause: keyof typeof PHRASES
  /** The number, or the time in RFC 3339, that the cause has. */
  readonly value?: string
}

/** The text of Subscription.error for a failure; `readSubscriptionError` takes it apart again. */
export const writeSubscriptionError = ({ failure, cause, value = '' }: SubscriptionError): string =>
  `${failure}: ${PHRASES[cause].replace('*', value)}`

/** Undefined for a text from elsewhere, such as an imported one. */
export function readSubscriptionError(text: string): SubscriptionError | undefined {
  const [, failure, said] = /^([\w-]+): (.+)$/.exec(text) ?? []
  if (failure === undefined || said === undefined) return undefined
  for (const cause of Object.keys(PHRASES) as (keyof typeof PHRASES)[]) {
    const [before = '', after] = PHRASES[cause].split('*')
    if (after === undefined && said === before) return { failure, cause }
    if (after !== undefined && said.startsWith(before) && said.endsWith(after))
      return { failure, cause, value: said.slice(before.length, said.length - after.length) }
  }
  return undefined
}
