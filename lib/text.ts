// Validation of text from outside, and a form of it that is safe to show.

/** The string of FHIR R4 (datatypes.html): whole characters, and of the control characters tab, newline and carriage return. */
export const isString = (text: string): boolean => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u.test(text)

/** A valid name: one line of whole characters, none of which moves a cursor or changes the direction of the text after it. */
export const isName = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text)

/** Control characters (C0, DEL, C1), line and paragraph separators, invisible characters, and those that change text direction. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu

/** One line in which everything can be seen: for logs and terminals (CWE-117, CWE-150). */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
