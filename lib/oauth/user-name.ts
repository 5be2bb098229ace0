// The comparison of user names, for accounts, for people's resources and for those that an identity provider claims (conformance
// IDP-08).

import { normalForm } from '../text.ts'

/**
 * Characters that Unicode treats as another form of an ASCII one: the Kelvin sign for K, the Greek question mark for a
 * semicolon, the varia for a grave accent. To a provider these may be two people, of whom only one is known here.
 */
const LOOK_ALIKES = /[\u212a\u037e\u1fef]/

/** The form in which user names are compared: NFC, then lower case, and no other freedom. */
export const normalUserName = (name: string): string => normalForm(name, 'NFC').toLowerCase()

/** The stored and compared form of a user name that a person typed: without the blanks around it. */
export const typedUserName = (name: string): string => normalUserName(name.trim())

/**
 * Letters and digits of any script, and all visible ASCII: the IdentifierClass of PRECIS (RFC 8264 §4.2), without
 * joiners.
 */
const IDENTIFIER = /^(?:(?!\p{Default_Ignorable_Code_Point})[\x21-\x7e\p{L}\p{Mn}\p{Mc}\p{Nd}])+$/u

/**
 * True for a user name in its stored form that cannot be confused with another one by invisible characters, or by the
 * width or style of its letters: Unicode has no plainer form of it. Letters of other scripts remain, and some of them
 * look alike.
 */
export const isUserName = (name: string): boolean => IDENTIFIER.test(name) && normalForm(name, 'NFKC') === name

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/
const LONGEST_EMAIL = 254 // RFC 5321 §4.5.3.1

/** True for what an account with a password may be called, in its stored form: an e-mail address, which the login page asks for. */
export const isEmailUserName = (name: string): boolean =>
  name.length <= LONGEST_EMAIL && EMAIL.test(name) && isUserName(name)

/** The same as `normalUserName` for a name that an identity provider claims; undefined for one that normalizing would turn into another person's. */
export const claimedUserName = (name: string): string | undefined =>
  LOOK_ALIKES.test(name) ? undefined : normalUserName(name)
