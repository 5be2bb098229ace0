// The server's explanation of its refusal.

/** The words of an OperationOutcome, or of an `{error, error_description}`. */
export function wordsOf(body: unknown): string | undefined {
  const { issue, error_description } = (body ?? {}) as {
    readonly issue?: unknown
    readonly error_description?: unknown
  }
  const first = (Array.isArray(issue) ? issue[0] : undefined) as
    | { readonly diagnostics?: unknown; readonly details?: { readonly text?: unknown } }
    | undefined
  const text = first?.diagnostics ?? first?.details?.text ?? error_description
  return typeof text === 'string' ? text : undefined
}
