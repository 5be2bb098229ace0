// Why the identity provider refuses a log-in: recorded in English, and read in the language of the auditor.
import type { Language } from '../i18n/language.ts'

/** The reasons by name, as they are recorded and in Dutch. */
export const LOGIN_REFUSALS = {
  password: { en: 'the password is wrong', nl: 'het wachtwoord is onjuist' },
  unknown: { en: 'no account has that user name', nl: 'geen account heeft die gebruikersnaam' },
  locked: { en: 'the account is locked', nl: 'het account is geblokkeerd' },
  attempts: { en: 'locked after too many attempts', nl: 'geblokkeerd na te veel pogingen' },
  signups: {
    en: 'no new account, after too many from the same address',
    nl: 'geen nieuw account, na te veel vanaf hetzelfde adres',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>
