// Texts of the console's confirmations and results: the object by its name, the consequence, and when it takes effect.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  disableApp: (name: string) => `Disable ${name}?`,
  disableText:
    'Its tokens are refused at once, it gets no new ones, and it can neither start nor receive a launch. You can enable it again at any time.',
  /** Apps by which the domain itself works, by client_id. */
  disableOwn: {
    'demo-portal':
      'The portal of this domain works through this app: until you enable it again, nobody can see or open a task there.',
    'demo-console': 'Browse works through this app: until you enable it again, it shows no records.',
    'demo-app': 'The sleep diaries of the demo open in this app.',
    'demo-energy': 'The energy checks of the demo open in this app.',
  } as Readonly<Record<string, string>>,
  disable: 'Disable the app',
  appDisabled: (name: string) => `${name} is disabled. Its requests and its tokens are refused from now on.`,
  enableAgain: 'Enable it again',
  appEnabled: (name: string) => `${name} is approved. It takes part from now on.`,
  deleteApp: (name: string) => `Delete ${name}?`,
  deleteAppText:
    'Its registration, its keys and its Device are deleted, and its client_id is free again. Its records, traces and audit events stay.',
  deleteAppYes: 'Delete the app',
  appDeleted: (name: string) => `${name} is deleted.`,
  appSaved: (name: string) => `The registration of ${name} is saved. It applies from the app’s next request.`,

  roleSaved: (name: string) =>
    `The role ${name} is saved. It applies from the next request, for tokens already issued too.`,
  roleTaken: (name: string) => `The role ${name} already exists. Edit it, or choose another name.`,
  deleteRole: (name: string) => `Delete the role ${name}?`,
  deleteRoleText: 'It is deleted only if no app has it. You can restore it right afterwards.',
  deleteRoleYes: 'Delete the role',
  roleDeleted: (name: string) => `The role ${name} is deleted.`,
  putBack: 'Put it back',
  roleBack: (name: string) => `The role ${name} is back, with the permissions it had.`,

  changeRole: 'Change role',
  changeRoleOf: (name: string) => `Change the role of ${name}`,
  newRoleOf: (name: string) => `Which role should ${name} have?`,
  roleOpens: {
    patient: 'may do what every account may, and nothing else',
    practitioner: 'may also look at all records, in Browse',
    related_person: 'may do what every account may, and nothing else',
    admin: 'may change everything in this console, and see all records and traces',
    auditor: 'reads the audit log, and nothing else of this console',
  },
  roleAndRecord:
    'The role does not decide which tasks and patients the portal shows. That depends on the record that has the user name of the account.',
  changeRoleYes: 'Change the role',
  roleChanged: (name: string, before: string, after: string) =>
    `The role of ${name} is changed from ${before} to ${after}. It applies from the next request of this account.`,
  changeBack: (role: string) => `Change back to ${role}`,

  deleteUser: (name: string, username: string) => `Delete the account of ${name} (${username})?`,
  deleteUserText:
    'Whoever uses it is signed out at once and cannot sign in again. Apps that were registered with it are disabled. Records of the person stay.',
  noWayBack: 'This cannot be undone.',
  deleteUserYes: 'Delete the account',
  userDeleted: (name: string, username: string) =>
    `The account of ${name} (${username}) is deleted. Its sessions have ended.`,
  userAdded: (username: string, role: string) => `The account ${username} is created, with the role ${role}.`,
  own: 'your own account',
  lockedUser: 'locked',

  rotate: (owner: string) => `Publish a new key: ${owner}?`,
  rotateText:
    'It is published at once and signs ten minutes later, when caches have it. Until then the current key signs; from then on that one signs no more, and stays published until what it signed has expired.',
  rotateYes: 'Publish a new key',
  rotated: (owner: string, time: string) => `${owner}: a new key is published. It signs from ${time}.`,
  waits: (owner: string, time: string) =>
    `${owner}: a new key is already waiting, so no other was created. It signs from ${time}.`,
  rotateNow: (owner: string) => `Let a new key sign now: ${owner}?`,
  rotateNowText:
    'The current key signs no more from now on, and stays published until what it signed has expired. Anyone with a cached copy of the public keys does not know the new one yet, and may refuse what it signs for some minutes.',
  rotateNowYes: 'Let it sign now',
  rotatedNow: (owner: string) =>
    `${owner}: a new key signs from now on. The one before it stays published until what it signed has expired.`,
  revoke: (owner: string) => `Revoke this key: ${owner}?`,
  revokeText: {
    next: 'It has not signed yet, and never will.',
    active: 'Everything it signed is refused at once, and another key signs from then on.',
    retired: 'It signs no more; what it signed before is refused at once.',
  },
  revokeYes: 'Revoke the key',
  revoked: (owner: string, kid: string) =>
    `${owner}: the key ${kid} is revoked. This domain accepts nothing that it signed.`,
  signsNow: (kid: string) => `The key ${kid} signs from now on.`,
}

const nl: typeof en = {
  disableApp: (name) => `${name} uitschakelen?`,
  disableText:
    'De tokens die deze app heeft, worden meteen geweigerd, nieuwe krijgt de app niet, en de app kan geen launch starten of ontvangen. Je kunt de app altijd weer inschakelen.',
  disableOwn: {
    'demo-portal':
      'Het portaal van dit domein werkt via deze app: tot je die weer inschakelt, kan niemand er een taak zien of openen.',
    'demo-console': 'Bladeren werkt via deze app: tot je die weer inschakelt, toont het geen dossiers.',
    'demo-app': 'De slaapdagboeken van de demo openen in deze app.',
    'demo-energy': 'De energiechecks van de demo openen in deze app.',
  },
  disable: 'App uitschakelen',
  appDisabled: (name) => `${name} is uitgeschakeld. Verzoeken en tokens van deze app worden vanaf nu geweigerd.`,
  enableAgain: 'Weer inschakelen',
  appEnabled: (name) => `${name} is goedgekeurd. De app doet vanaf nu mee.`,
  deleteApp: (name) => `${name} verwijderen?`,
  deleteAppText:
    'De registratie, de sleutels en de Device worden verwijderd, en de client_id komt vrij. Dossiers, traces en auditgebeurtenissen blijven.',
  deleteAppYes: 'App verwijderen',
  appDeleted: (name) => `${name} is verwijderd.`,
  appSaved: (name) => `De registratie van ${name} is opgeslagen. Die geldt vanaf het volgende verzoek van de app.`,

  roleSaved: (name) =>
    `De rol ${name} is opgeslagen. Die geldt vanaf het volgende verzoek, ook voor tokens die al zijn uitgegeven.`,
  roleTaken: (name) => `De rol ${name} bestaat al. Bewerk die, of kies een andere naam.`,
  deleteRole: (name) => `De rol ${name} verwijderen?`,
  deleteRoleText: 'Dat gebeurt alleen als geen app deze rol heeft. Meteen daarna kun je de rol terugzetten.',
  deleteRoleYes: 'Rol verwijderen',
  roleDeleted: (name) => `De rol ${name} is verwijderd.`,
  putBack: 'Terugzetten',
  roleBack: (name) => `De rol ${name} is terug, met de rechten van eerst.`,

  changeRole: 'Rol wijzigen',
  changeRoleOf: (name) => `De rol van ${name} wijzigen`,
  newRoleOf: (name) => `Welke rol moet ${name} hebben?`,
  roleOpens: {
    patient: 'mag wat elk account mag, en verder niets',
    practitioner: 'mag ook alle dossiers bekijken, bij Bladeren',
    related_person: 'mag wat elk account mag, en verder niets',
    admin: 'mag alles in dit beheer wijzigen, en alle dossiers en traces bekijken',
    auditor: 'leest het auditlogboek, en verder niets van dit beheer',
  },
  roleAndRecord:
    'De rol bepaalt niet welke taken en patiënten het portaal toont. Dat hangt af van het dossier met de gebruikersnaam van het account.',
  changeRoleYes: 'Rol wijzigen',
  roleChanged: (name, before, after) =>
    `De rol van ${name} is gewijzigd van ${before} in ${after}. Dat geldt vanaf het volgende verzoek van dit account.`,
  changeBack: (role) => `Terug naar ${role}`,

  deleteUser: (name, username) => `Het account van ${name} (${username}) verwijderen?`,
  deleteUserText:
    'Wie het gebruikt, wordt meteen uitgelogd en kan niet meer inloggen. Apps die ermee geregistreerd zijn, worden uitgeschakeld. Dossiers van deze persoon blijven.',
  noWayBack: 'Dit is niet terug te draaien.',
  deleteUserYes: 'Account verwijderen',
  userDeleted: (name, username) =>
    `Het account van ${name} (${username}) is verwijderd. De sessies ervan zijn voorbij.`,
  userAdded: (username, role) => `Het account ${username} is gemaakt, met de rol ${role}.`,
  own: 'je eigen account',
  lockedUser: 'vergrendeld',

  rotate: (owner) => `Een nieuwe sleutel publiceren: ${owner}?`,
  rotateText:
    'Die wordt meteen gepubliceerd en tekent tien minuten later, als caches hem hebben. Tot dan tekent de huidige sleutel; daarna tekent die niet meer, en blijft gepubliceerd tot alles wat die tekende is verlopen.',
  rotateYes: 'Nieuwe sleutel publiceren',
  rotated: (owner, time) => `${owner}: een nieuwe sleutel is gepubliceerd. Die tekent vanaf ${time}.`,
  waits: (owner, time) =>
    `${owner}: er wacht al een nieuwe sleutel, dus is er geen andere gemaakt. Die tekent vanaf ${time}.`,
  rotateNow: (owner) => `Een nieuwe sleutel nu laten tekenen: ${owner}?`,
  rotateNowText:
    'De huidige sleutel tekent vanaf nu niet meer, en blijft gepubliceerd tot alles wat die tekende is verlopen. Wie een kopie van de publieke sleutels bewaart, kent de nieuwe nog niet, en kan enkele minuten weigeren wat die tekent.',
  rotateNowYes: 'Nu laten tekenen',
  rotatedNow: (owner) =>
    `${owner}: een nieuwe sleutel tekent vanaf nu. De vorige blijft gepubliceerd tot alles wat die tekende is verlopen.`,
  revoke: (owner) => `Deze sleutel intrekken: ${owner}?`,
  revokeText: {
    next: 'Die heeft nog niet getekend, en zal dat nooit doen.',
    active: 'Alles wat die tekende, wordt meteen geweigerd, en een andere sleutel tekent vanaf dat moment.',
    retired: 'Die tekent niet meer; wat die eerder tekende, wordt meteen geweigerd.',
  },
  revokeYes: 'Sleutel intrekken',
  revoked: (owner, kid) => `${owner}: de sleutel ${kid} is ingetrokken. Dit domein accepteert niets wat die tekende.`,
  signsNow: (kid) => `De sleutel ${kid} tekent vanaf nu.`,
}

export const operationTexts: Catalogue<typeof en> = { en, nl }
