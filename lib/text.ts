// Validation of text from outside, and a form of it that is safe to show.

/** The string of FHIR R4 (datatypes.html): whole characters, and of the control characters tab, newline and carriage return. */
export const isString = (text: string): boolean => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u.test(text)

/**
 * Characters that no name has: those that move a cursor, change the direction of the text after them, or cannot be seen. Joiners and the
 * selectors of a look remain: Persian and emoji are written with them.
 */
const NOT_IN_NAMES =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u
/** Joiners and selectors with nothing to join or to select. */
const NOTHING_SEEN = /^\s*(?:(?:\u200c|\u200d|\ufe0e|\ufe0f)\s*)+$/u

/**
 * True for a valid name: one line of visible characters. An empty text is valid too: whether a name is required is
 * decided elsewhere.
 */
export const isName = (text: string): boolean => !NOT_IN_NAMES.test(text) && !NOTHING_SEEN.test(text)

/** Control characters (C0, DEL, C1), line and paragraph separators, invisible characters, and those that change text direction. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu

/** One line in which everything can be seen: for logs and terminals (CWE-117, CWE-150). */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** More marks at one letter than any language has (UAX 15, Stream-Safe Text Format). */
const TOO_MANY_MARKS = /\p{M}{31}/u

/**
 * A normal form of Unicode. It sorts the marks of a letter, which takes the square of their number: a text with more of
 * them than a language has stays as it is.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKC'): string =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize(form)
