// User names are e-mail addresses, compared without regard to case or to how accents were typed (decision E8).

/** The form in which a user name is kept and looked up: NFC, trimmed, lower case. */
export const normaliseUsername = (username: string): string => username.normalize('NFC').trim().toLowerCase()
