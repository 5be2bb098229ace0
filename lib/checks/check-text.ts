// The declaration of one named check: what it expects, which rule is behind it, and what to do when it fails. The code that
// decides, the error_description, the pages that explain errors and the traces all read this one. A missing language does not compile.
import type { Catalogue } from '../i18n/language.ts'

/** What it means when something failed, why that usually happens, and how to mend it. */
export interface ErrorText {
  readonly meaning: string
  readonly causes: readonly string[]
  readonly mend: string
}

export type ErrorEntry = Catalogue<ErrorText> & {
  /** The rule behind it. */
  readonly source: string
}

export interface CheckText extends ErrorText {
  /** What has to be so, as a sentence without its subject's name: the error_description unless a check says it closer. */
  readonly expected: string
}

export type CheckEntry = ErrorEntry & Catalogue<CheckText>
