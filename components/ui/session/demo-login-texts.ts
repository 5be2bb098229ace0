// Texts of the table of demo log-ins.
import type { Catalogue } from '#lib/i18n/language.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { sessionTexts } from './texts.ts'

const en = {
  logins: 'Demo logins',
  actAs: 'Act as',
  name: 'Name',
  role: 'Role',
  username: 'User name',
  password: 'Password',
  roles: ROLE_NAMES.en as Readonly<Record<string, string>>,
  atConsole: 'Log in at the console',
  actAsPerson: sessionTexts.en.actAsPerson,
}

const nl: typeof en = {
  logins: 'Demo-logins',
  actAs: 'Worden',
  name: 'Naam',
  role: 'Rol',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  roles: ROLE_NAMES.nl,
  atConsole: 'Log in bij het beheer',
  actAsPerson: sessionTexts.nl.actAsPerson,
}

export const demoLoginTexts: Catalogue<typeof en> = { en, nl }
