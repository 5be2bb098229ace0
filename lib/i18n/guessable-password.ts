// What is said of a password that is guessed first.
import type { Catalogue } from './language.ts'

/** The sentence at the field of a password that is on the list of those. */
export const GUESSABLE: Catalogue<string> = {
  en: 'This password is guessed first: it is very common, or your own address. A few words in a row are fine.',
  nl: 'Dit wachtwoord wordt als eerste geraden: het is heel gewoon, of je eigen adres. Een paar woorden achter elkaar zijn prima.',
}
