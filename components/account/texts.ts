// Texts of the pages about the own account.
import type { Catalogue } from '#lib/i18n/language.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#lib/password-length.ts'

const en = {
  title: 'Your account',
  signInText: 'Log in to see your account.',
  who: 'Who you are',
  name: 'Name',
  username: 'User name',
  role: 'Role',
  record: 'Record',
  noRecord: 'No record has your user name, so the portal shows no tasks.',
  noAccount: 'You have no account at this domain.',
  elsewhere: (issuer: string) => `Your password and your sessions are kept by another identity provider: ${issuer}`,
  shared:
    'You are a person of the demo: everybody may log in as you. So the password stays, and you see only the session in this browser.',
  language: 'Language',
  languageText: 'It holds for this browser.',
  password: 'Change your password',
  present: 'Present password',
  next: 'New password',
  nextHint: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters. All your other sessions end.`,
  change: 'Change the password',
  changed: 'Your password is changed. All your other sessions have ended; this one goes on.',
  sessions: 'Where you are logged in',
  sessionsText:
    'A session ends with all that it opened: the portal, the console, and the apps that want to know.',
  newPasswordTitle: 'Choose a new password',
  newPasswordFor: (name: string, username: string) => `For ${name} (${username}).`,
  newPasswordHint: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters. All your sessions end, and the link cannot be used again.`,
  setPassword: 'Set the password',
  passwordSet: 'You have a new password. All your sessions have ended.',
  toAccount: 'Log in with it',
  noLink: 'This link cannot be used',
  noLinkText: 'The address is not complete: open the whole link that you were given.',
}

const nl: typeof en = {
  title: 'Je account',
  signInText: 'Log in om je account te zien.',
  who: 'Wie je bent',
  name: 'Naam',
  username: 'Gebruikersnaam',
  role: 'Rol',
  record: 'Dossier',
  noRecord: 'Geen dossier heeft je gebruikersnaam, dus het portaal toont geen taken.',
  noAccount: 'Je hebt geen account in dit domein.',
  elsewhere: (issuer) => `Je wachtwoord en je sessies worden bewaard door een andere identityprovider: ${issuer}`,
  shared:
    'Je bent een persoon van de demo: iedereen mag als jou inloggen. Daarom blijft het wachtwoord, en zie je alleen de sessie in deze browser.',
  language: 'Taal',
  languageText: 'Die geldt voor deze browser.',
  password: 'Je wachtwoord wijzigen',
  present: 'Huidig wachtwoord',
  next: 'Nieuw wachtwoord',
  nextHint: `${SHORTEST_PASSWORD} tot ${LONGEST_PASSWORD} tekens. Al je andere sessies eindigen.`,
  change: 'Wachtwoord wijzigen',
  changed: 'Je wachtwoord is gewijzigd. Al je andere sessies zijn beëindigd; deze gaat door.',
  sessions: 'Waar je bent ingelogd',
  sessionsText:
    'Een sessie eindigt met alles wat ze opende: het portaal, het beheer, en de apps die het willen weten.',
  newPasswordTitle: 'Kies een nieuw wachtwoord',
  newPasswordFor: (name, username) => `Voor ${name} (${username}).`,
  newPasswordHint: `${SHORTEST_PASSWORD} tot ${LONGEST_PASSWORD} tekens. Al je sessies eindigen, en de link werkt daarna niet meer.`,
  setPassword: 'Wachtwoord instellen',
  passwordSet: 'Je hebt een nieuw wachtwoord. Al je sessies zijn beëindigd.',
  toAccount: 'Ermee inloggen',
  noLink: 'Deze link werkt niet',
  noLinkText: 'Het adres is niet compleet: open de hele link die je hebt gekregen.',
}

export const accountTexts: Catalogue<typeof en> = { en, nl }
