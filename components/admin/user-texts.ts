// Texts of the page of one user.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  toUsers: 'All users',
  noSuchUser: 'No such user',
  account: 'Account',
  username: 'User name',
  role: 'Role',
  created: 'Created',
  lastLogin: 'Last sign-in',
  never: 'never',
  record: 'Record',
  noRecord: 'none has this user name',
  status: 'Status',
  lockedSince: (at: string) => `locked since ${at}`,
  open: 'can sign in',
  own: 'This is your own account: another administrator can lock it.',
  elsewhere: (issuer: string) =>
    `Passwords and sessions are kept by ${issuer}. A lock closes the console and the tokens here.`,
  lock: 'Lock',
  lockQuestion: (name: string) => `Lock the account of ${name}?`,
  lockText:
    'Its sessions end at once, here and at the apps that want to know, its tokens are refused, and nobody can sign in with it until you unlock it. Its apps go on.',
  lockYes: 'Lock the account',
  locked: (name: string) => `The account of ${name} is locked. Its sessions have ended.`,
  unlock: 'Unlock',
  unlocked: (name: string) => `The account of ${name} is unlocked. Its owner can sign in again.`,
  password: 'New password',
  passwordText:
    'Make a link and hand it to the person: there they choose a new password, once, within eight hours. Until then the present one stays.',
  linkUntil: (at: string) => `A link can be used until ${at}. A new one replaces it.`,
  makeLink: 'Make a link',
  linkMade: 'This link is shown only now. Hand it to the person in a way that only they can read.',
  link: 'Link for a new password',
  sessions: 'Sessions',
  endAll: 'Sign out everywhere',
  endedAll: (count: number) => (count === 1 ? 'One session has ended.' : `${count} sessions have ended.`),
  ended: 'That session has ended, and everything it had opened.',
  apps: 'Apps',
  noApps: 'This account registered no app.',
}

const nl: typeof en = {
  toUsers: 'Alle gebruikers',
  noSuchUser: 'Die gebruiker is er niet',
  account: 'Account',
  username: 'Gebruikersnaam',
  role: 'Rol',
  created: 'Gemaakt',
  lastLogin: 'Laatst ingelogd',
  never: 'nooit',
  record: 'Dossier',
  noRecord: 'geen heeft deze gebruikersnaam',
  status: 'Status',
  lockedSince: (at) => `vergrendeld sinds ${at}`,
  open: 'kan inloggen',
  own: 'Dit is je eigen account: een andere beheerder kan het vergrendelen.',
  elsewhere: (issuer) =>
    `Wachtwoorden en sessies worden bewaard door ${issuer}. Vergrendelen sluit hier het beheer en de tokens.`,
  lock: 'Vergrendelen',
  lockQuestion: (name) => `Het account van ${name} vergrendelen?`,
  lockText:
    'De sessies eindigen meteen, hier en bij de apps die het willen weten, de tokens worden geweigerd, en niemand kan ermee inloggen tot je het ontgrendelt. De apps blijven werken.',
  lockYes: 'Account vergrendelen',
  locked: (name) => `Het account van ${name} is vergrendeld. De sessies zijn beëindigd.`,
  unlock: 'Ontgrendelen',
  unlocked: (name) => `Het account van ${name} is ontgrendeld. De eigenaar kan weer inloggen.`,
  password: 'Nieuw wachtwoord',
  passwordText:
    'Maak een link en geef die aan de persoon: daar kiest die een nieuw wachtwoord, één keer, binnen acht uur. Tot dan blijft het huidige.',
  linkUntil: (at) => `Een link werkt tot ${at}. Een nieuwe vervangt die.`,
  makeLink: 'Maak een link',
  linkMade: 'Deze link wordt alleen nu getoond. Geef hem zo dat alleen de persoon hem kan lezen.',
  link: 'Link voor een nieuw wachtwoord',
  sessions: 'Sessies',
  endAll: 'Overal uitloggen',
  endedAll: (count) => (count === 1 ? 'Eén sessie is beëindigd.' : `${count} sessies zijn beëindigd.`),
  ended: 'Die sessie is beëindigd, met alles wat ze had geopend.',
  apps: 'Apps',
  noApps: 'Dit account heeft geen app geregistreerd.',
}

export const userTexts: Catalogue<typeof en> = { en, nl }
