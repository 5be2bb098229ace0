// Texts of the start page.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'One launch, from portal to record',
  lead: 'Slipway is a whole health-app launch domain in one process: a portal that launches, an app that opens the task, and everything in between that proves who is asking.',
  launchDemo: 'Start the demo',
  launchDemoHint: (name: string) =>
    `The demo signs you in as ${name}, an invented patient. Open a task in the portal: that is a launch. It does not ask you to sign in, since you are by then.`,
  /** Before the names of two pages of the documentation. */
  guides: 'Prefer step by step?',
  tour: 'The two-minute tour',
  firstHour: 'Your first hour',
  toConnect: 'Connect an app',
  peers: 'The five peers',
  peersText: 'They treat each other as strangers: what one tells another travels over HTTP and is signed or checked.',
  diagram:
    'The portal sends a launch token to the app. The app asks the authorization server to authorize. The authorization server sends the person to the identity provider to sign in. The app exchanges the code for tokens and reads from the FHIR API.',
  steps: { launch: 'launch', authorize: 'authorize', logIn: 'sign in', read: 'read' },
  strangers: ['In this order.', 'Every arrow is HTTP.'],
  loginsText:
    'These people are invented. One click signs you in as one of them, on every page. Where a sign-in page asks, the password is beside the name.',
  loginsElsewhere:
    'These people are invented. Sign in as one of them with the user name, at the identity provider of this domain.',
  addresses: 'Addresses',
  addressesText: 'A client can discover everything it needs from the FHIR base.',
  address: {
    issuer: 'Issuer',
    fhirBase: 'FHIR base',
    smart: 'SMART configuration',
    metadata: 'CapabilityStatement',
    openid: 'OpenID discovery',
    jwks: 'Public keys',
  },
  connect: 'Connect your own',
  connectApp: 'Your own app',
  connectAppText: 'Register its public key, its redirect URI and the address where it receives launches:',
  connectPortal: 'Your own portal',
  connectPortalText: 'Register the key it signs launch tokens with, and post those to the app:',
  inBrowser: 'Step by step in the browser, with a sample that works:',
  guided: 'connect your own app',
  asPortal: 'From registration to a successful launch, with a sample that signs it:',
  portalGuide: 'connect your own portal',
  inConsole: 'As an administrator, in the browser:',
  console: 'to the console',
  moreCommands: 'All commands:',
}

const nl: typeof en = {
  title: 'Eén launch, van portaal tot dossier',
  lead: 'Slipway is een heel launch-domein voor zorgapps in één proces: een portaal dat opent, een app die de taak toont, en alles daartussen dat nagaat wie het vraagt.',
  launchDemo: 'Start de demo',
  launchDemoHint: (name) =>
    `De demo logt je in als ${name}, een verzonnen patiënt. Open in het portaal een taak: dat is een launch. Die vraagt niet om in te loggen, want dat ben je dan al.`,
  guides: 'Liever stap voor stap?',
  tour: 'De rondleiding van twee minuten',
  firstHour: 'Je eerste uur',
  toConnect: 'Sluit een app aan',
  peers: 'De vijf partijen',
  peersText:
    'Ze behandelen elkaar als vreemden: wat de een de ander vertelt, gaat over HTTP en is ondertekend of wordt gecontroleerd.',
  diagram:
    'Het portaal stuurt een launch-token naar de app. De app vraagt de autorisatieserver om autorisatie. De autorisatieserver stuurt de persoon naar de identiteitsprovider om in te loggen. De app wisselt de code in voor tokens en leest uit de FHIR-API.',
  steps: { launch: 'launch', authorize: 'autoriseer', logIn: 'log in', read: 'lees' },
  strangers: ['In deze volgorde.', 'Elke pijl is HTTP.'],
  loginsText:
    'Deze mensen zijn verzonnen. Met één klik ben je ingelogd als een van hen, op alle pagina’s. Vraagt een inlogpagina erom, dan staat het wachtwoord naast de naam.',
  loginsElsewhere:
    'Deze mensen zijn verzonnen. Log in als een van hen met de gebruikersnaam, bij de identiteitsprovider van dit domein.',
  addresses: 'Adressen',
  addressesText: 'Een client vindt alles wat hij nodig heeft vanuit het FHIR-basisadres.',
  address: {
    issuer: 'Issuer',
    fhirBase: 'FHIR-basisadres',
    smart: 'SMART-configuratie',
    metadata: 'CapabilityStatement',
    openid: 'OpenID-discovery',
    jwks: 'Publieke sleutels',
  },
  connect: 'Sluit je eigen app aan',
  connectApp: 'Een eigen app',
  connectAppText: 'Registreer de publieke sleutel, de redirect-URI en het adres waar de app launches ontvangt:',
  connectPortal: 'Een eigen portaal',
  connectPortalText: 'Registreer de sleutel die de launch-tokens ondertekent, en post die naar de app:',
  inBrowser: 'Stap voor stap in de browser, met een voorbeeld dat werkt:',
  guided: 'sluit je eigen app aan',
  asPortal: 'Van registratie tot een geslaagde launch, met een voorbeeld dat hem ondertekent:',
  portalGuide: 'sluit je eigen portaal aan',
  inConsole: 'Als beheerder, in de browser:',
  console: 'naar het beheer',
  moreCommands: 'Alle opdrachten:',
}

export const startTexts: Catalogue<typeof en> = { en, nl }
