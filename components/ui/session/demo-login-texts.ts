// Texts of the table of demo log-ins.
import type { Catalogue } from '#lib/i18n/language.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { sessionTexts } from './texts.ts'

const en = {
  logins: 'Demo people',
  signIn: sessionTexts.en.signIn,
  name: 'Name',
  role: 'Role',
  username: 'User name',
  password: 'Password',
  roles: ROLE_NAMES.en as Readonly<Record<string, string>>,
  signInAs: sessionTexts.en.signInAs,
}

const nl: typeof en = {
  logins: 'Demopersonen',
  signIn: sessionTexts.nl.signIn,
  name: 'Naam',
  role: 'Rol',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  roles: ROLE_NAMES.nl,
  signInAs: sessionTexts.nl.signInAs,
}

export const demoLoginTexts: Catalogue<typeof en> = { en, nl }
