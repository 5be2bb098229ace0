// How a user name that a provider claims is compared with those that are known here (decision E8).

/**
 * Characters that Unicode takes for another way to write an ASCII one: the Kelvin sign for a K, the Greek question mark for a
 * semicolon, the varia for a grave. To a provider these may be two
 * people, of whom only one is known here.
 */
const LOOK_ALIKES = /[\u212a\u037e\u1fef]/

/** NFC, then lower case, and no other freedom; undefined for a name that would become somebody else's by that. */
export const comparableName = (name: string): string | undefined =>
  LOOK_ALIKES.test(name) ? undefined : name.normalize('NFC').toLowerCase()
