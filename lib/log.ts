// The log port of the peers: a sentence and its facts, never a secret.

/** Writes a line for the operator: facts by name and a constant sentence. */
export interface Log {
  readonly info: (facts: Readonly<Record<string, unknown>>, message: string) => void
  readonly warn: (facts: Readonly<Record<string, unknown>>, message: string) => void
  readonly error: (facts: Readonly<Record<string, unknown>>, message: string) => void
}
