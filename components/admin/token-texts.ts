// Texts of the page of tokens.
import type { TokenScope } from '#lib/api/token-words.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'Tokens',
  about:
    'With a token, CI and the command line on another machine can act on your behalf. It is sent as a bearer token. A token cannot create tokens or touch accounts, keys or the audit log.',
  none: 'There are no valid tokens.',
  list: 'Valid tokens',
  name: 'What it is for',
  nameHint: 'Such as: CI of the sleep diary.',
  owner: 'On behalf of',
  may: 'May',
  scopes: {
    'apps:read': 'see apps and roles',
    'apps:write': 'register apps',
    launch: 'sign launches for anybody',
    'traces:read': 'read all traces',
  } satisfies Record<TokenScope, string>,
  expires: 'Expires',
  lastUsed: 'Last used',
  never: 'never',
  life: 'For how long',
  lives: { 1: 'a day', 7: 'a week', 30: '30 days', 90: '90 days', 365: 'a year' },
  newToken: 'Make a token',
  make: 'Make the token',
  made: (name: string) => `The token ${name} is made.`,
  copyNow: 'Copy it now: it is not kept here, and cannot be shown again.',
  token: 'token',
  use: 'Use it with the command line, on any machine:',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke the token ${name}?`,
  revokeText: 'Everything that uses it is refused from the next request. This cannot be undone.',
  revokeYes: 'Revoke the token',
  revoked: (name: string) => `The token ${name} is revoked. It is refused from now on.`,
}

const nl: typeof en = {
  title: 'Tokens',
  about:
    'Met een token kunnen CI en de opdrachtregel op een andere machine namens jou handelen. Het gaat mee als bearer-token. Een token kan geen tokens maken en komt niet aan accounts, sleutels of het auditlogboek.',
  none: 'Er is geen geldig token.',
  list: 'Geldige tokens',
  name: 'Waar het voor is',
  nameHint: 'Bijvoorbeeld: CI van het slaapdagboek.',
  owner: 'Namens',
  may: 'Mag',
  scopes: {
    'apps:read': 'apps en rollen zien',
    'apps:write': 'apps registreren',
    launch: 'launches ondertekenen voor iedereen',
    'traces:read': 'alle traces lezen',
  },
  expires: 'Verloopt',
  lastUsed: 'Laatst gebruikt',
  never: 'nooit',
  life: 'Voor hoelang',
  lives: { 1: 'een dag', 7: 'een week', 30: '30 dagen', 90: '90 dagen', 365: 'een jaar' },
  newToken: 'Token maken',
  make: 'Token maken',
  made: (name) => `Het token ${name} is gemaakt.`,
  copyNow: 'Kopieer het nu: het wordt hier niet bewaard en is niet nog eens te zien.',
  token: 'token',
  use: 'Gebruik het met de opdrachtregel, op welke machine ook:',
  revoke: 'Intrekken',
  revokeNamed: (name) => `${name} intrekken`,
  revokeTitle: (name) => `Het token ${name} intrekken?`,
  revokeText: 'Wat het gebruikt, wordt vanaf het volgende verzoek geweigerd. Dit is niet terug te draaien.',
  revokeYes: 'Token intrekken',
  revoked: (name) => `Het token ${name} is ingetrokken. Het wordt vanaf nu geweigerd.`,
}

export const tokenTexts: Catalogue<typeof en> = { en, nl }
