// An error's cause chain as the log writes it.

/** The depth to which a cause chain is logged. */
const MOST = 4

/**
 * Name, messages and stack of an error, and no other property: errors of libraries carry tokens and whole responses. A value that
 * is no error becomes text.
 */
export const causeOf = (cause: unknown) =>
  cause instanceof Error ? { name: cause.name, message: messagesOf(cause), stack: cause.stack } : String(cause)

/**
 * The messages of an error and its causes, on one line; a value that is no error as text. For refusals that need no
 * stack.
 */
export const messageOf = (cause: unknown): string => (cause instanceof Error ? messagesOf(cause) : String(cause))

/** `fetch failed` is useless without its cause, such as an untrusted certificate. */
const messagesOf = ({ message, cause }: Error, most = MOST): string =>
  cause instanceof Error && most > 1 ? `${message}: ${messagesOf(cause, most - 1)}` : message
