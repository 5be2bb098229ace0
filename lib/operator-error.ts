// An error that the operator of the domain has to resolve before it can go on.

/** The message says in a sentence what is wrong, where, and what to do about it. It is printed without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
