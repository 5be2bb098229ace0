// The declaration of one named check: the expectation, the rule behind it, and the remedy when it fails. The code that decides, the
// error_description, the pages that explain errors and the traces all read this declaration. A missing language does not compile.
import type { Catalogue } from '../i18n/language.ts'

/** The meaning of a failure, its usual causes, and its remedy. */
export interface ErrorText {
  readonly meaning: string
  readonly causes: readonly string[]
  readonly mend: string
}

/** The explanation of an error in both languages, with the rule that it comes from. */
export type ErrorEntry = Catalogue<ErrorText> & {
  /** The rule that requires it. */
  readonly source: string
}

export interface CheckText extends ErrorText {
  /** The expectation, as a sentence without its subject: the error_description, unless a check gives a more precise one. */
  readonly expected: string
}

export type CheckEntry = ErrorEntry & Catalogue<CheckText>
