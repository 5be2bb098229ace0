// Texts of the FHIR console.
import type { Catalogue } from '#lib/i18n/language.ts'
import type { ReadyName } from './ready.ts'

const ready: Readonly<Record<ReadyName, string>> = {
  read: 'Read a task',
  search: 'Search with parameters',
  history: 'Versions of a task',
  create: 'Create a task, once',
  patch: 'Start the task (JSON Patch)',
  stale: 'Change an old version',
  conditional: 'Update by criteria',
  transaction: 'Send a transaction',
  validate: 'Validate without writing',
  mistake: 'A transaction with a mistake',
  forbidden: 'What a role does not allow',
}

const en = {
  title: 'FHIR console',
  where:
    'If you choose a client of this domain, the server sends your request and keeps the token. Your own token goes from this browser to the FHIR API and is not stored.',
  ready: 'Example requests',
  readyNames: ready,
  request: 'Request',
  client: 'Whose token',
  ownToken: 'my own token',
  noToken: 'no token',
  clientHint: 'The request has the permissions of its role.',
  demoHint:
    'The request has the permissions of its role. In the demo everybody may use the apps and the portal, whose records are invented.',
  demoPeople: 'Whose token?',
  demoPeopleText:
    'Sign in as a demo person to send requests with the token of the demo app or portal. Or paste your own token below.',
  notForYou: 'Your account may not use any token of this domain. Register an app, and paste one of its tokens.',
  toConnect: 'Connect an app',
  token: 'Access token',
  tokenHint: 'From the token endpoint, with client_credentials. The access_token of a launch gives no access.',
  method: 'Method',
  path: 'Address',
  pathHint: (base: string) => `Below ${base}`,
  headers: 'Headers',
  otherHeaders: 'More headers',
  body: 'Body',
  bodyHint: 'Ctrl + Enter sends.',
  send: 'Send',
  deleteAsk: (path: string) => `Send DELETE ${path}?`,
  deleteText: 'If the role of the client allows it, the record is deleted. Its versions stay.',
  badPath:
    'That is not an address below the FHIR base. Write a path such as Task?status=ready. Only the query may be percent-encoded.',
}

const nl: typeof en = {
  title: 'FHIR-console',
  where:
    'Kies je een client van dit domein, dan verstuurt de server je verzoek en blijft het token daar. Een eigen token gaat van deze browser naar de FHIR-API en wordt nergens bewaard.',
  ready: 'Voorbeelden van verzoeken',
  readyNames: {
    read: 'Een taak lezen',
    search: 'Zoeken met parameters',
    history: 'Versies van een taak',
    create: 'Een taak maken, één keer',
    patch: 'De taak starten (JSON Patch)',
    stale: 'Een oude versie wijzigen',
    conditional: 'Wijzigen op criteria',
    transaction: 'Een transactie sturen',
    validate: 'Valideren zonder te schrijven',
    mistake: 'Een transactie met een fout',
    forbidden: 'Wat een rol niet toestaat',
  },
  request: 'Verzoek',
  client: 'Met het token van',
  ownToken: 'een eigen token',
  noToken: 'geen token',
  clientHint: 'Het verzoek heeft de rechten van zijn rol.',
  demoHint:
    'Het verzoek heeft de rechten van zijn rol. In de demo mag iedereen de apps en het portaal gebruiken, met verzonnen dossiers.',
  demoPeople: 'Met wiens token?',
  demoPeopleText:
    'Log in als demopersoon om verzoeken te sturen met het token van de demo-app of het demoportaal. Of plak hieronder een eigen token.',
  notForYou: 'Jouw account mag geen token van dit domein gebruiken. Registreer een app, en plak daarvan een token.',
  toConnect: 'Een app aansluiten',
  token: 'Access-token',
  tokenHint: 'Van het token-endpoint, met client_credentials. Het access_token van een launch geeft geen toegang.',
  method: 'Methode',
  path: 'Adres',
  pathHint: (base) => `Onder ${base}`,
  headers: 'Headers',
  otherHeaders: 'Meer headers',
  body: 'Body',
  bodyHint: 'Ctrl + Enter verstuurt.',
  send: 'Versturen',
  deleteAsk: (path) => `DELETE ${path} versturen?`,
  deleteText: 'Staat de rol van de client het toe, dan wordt het dossier verwijderd. De versies blijven.',
  badPath:
    'Dat is geen adres onder het FHIR-basisadres. Schrijf een pad zoals Task?status=ready; procentcodering is alleen voor de query.',
}

export const fhirConsoleTexts: Catalogue<typeof en> = { en, nl }
