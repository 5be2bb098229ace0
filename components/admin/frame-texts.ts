// Texts of the frame of the console: its places, and what those read who have no access.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'Console',
  navigation: 'Console',
  overview: 'Overview',
  apps: 'Apps',
  roles: 'Roles',
  users: 'Users',
  data: 'Data',
  keys: 'Keys',
  tokens: 'Tokens',
  subscriptions: 'Subscriptions',
  audit: 'Audit log',
  notAuditor: 'The audit log is for auditors',
  notAuditorText:
    'It shows who looked at whom, and what administrators do. You can give somebody an account with the role auditor; the log records that too.',
  onlyAuditorText: 'Your account has the role auditor, which opens the audit log.',
  signInText: 'The console is for administrators, and its audit log for auditors.',
  notAdmin: 'The console is for administrators',
  notAdminText: (name: string) => `You are signed in as ${name}, whose account has another role.`,
  notLinked: 'No account here yet',
  notLinkedText:
    'You are signed in at the identity provider, but your identity there is not linked to an account here yet. Ask the operator of this server to link it:',
}

const nl: typeof en = {
  title: 'Beheer',
  navigation: 'Beheer',
  overview: 'Overzicht',
  apps: 'Apps',
  roles: 'Rollen',
  users: 'Gebruikers',
  data: 'Gegevens',
  keys: 'Sleutels',
  tokens: 'Tokens',
  subscriptions: 'Subscriptions',
  audit: 'Auditlogboek',
  notAuditor: 'Het auditlogboek is voor auditors',
  notAuditorText:
    'Het toont wie wie heeft bekeken, en wat beheerders doen. Je kunt iemand een account met de rol auditor geven; ook dat komt in het logboek.',
  onlyAuditorText: 'Jouw account heeft de rol auditor, die het auditlogboek opent.',
  signInText: 'Het beheer is voor beheerders, en het auditlogboek voor auditors.',
  notAdmin: 'Het beheer is voor beheerders',
  notAdminText: (name) => `Je bent ingelogd als ${name}, en dat account heeft een andere rol.`,
  notLinked: 'Nog geen account hier',
  notLinkedText:
    'Je bent ingelogd bij de identiteitsprovider, maar je identiteit daar is hier nog niet aan een account gekoppeld. Vraag de beheerder van de server om dat te doen:',
}

export const frameTexts: Catalogue<typeof en> = { en, nl }
