// The shape of what the documentation says about one kind of error. A missing language does not compile.
import type { Catalogue } from '#lib/i18n/language.ts'

/** What it means, why it usually happens, and how to mend it. */
export interface ErrorText {
  readonly meaning: string
  readonly causes: readonly string[]
  readonly mend: string
}

export type ErrorEntry = Catalogue<ErrorText> & {
  /** The rule behind it. */
  readonly source: string
}
