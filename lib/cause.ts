// What a line of the log says of an error that is the cause of something.

/** How many causes of causes are told. */
const MOST = 4

/**
 * Name, messages and stack of an error, and nothing else that hangs on it: errors of libraries carry tokens and whole responses along.
 * What is no error is told as text.
 */
export const causeOf = (cause: unknown) =>
  cause instanceof Error ? { name: cause.name, message: messagesOf(cause), stack: cause.stack } : String(cause)

/** `fetch failed` says nothing without what it was made of: a certificate that is not believed, say. */
const messagesOf = ({ message, cause }: Error, most = MOST): string =>
  cause instanceof Error && most > 1 ? `${message}: ${messagesOf(cause, most - 1)}` : message
