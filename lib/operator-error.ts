// An error that the operator of the domain must resolve before work can continue.

/** The message is a sentence with the problem, its place, and the remedy. It is printed without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
