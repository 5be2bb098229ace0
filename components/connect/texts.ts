// Texts of the page on which a developer connects an app.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'Connect your own app or portal',
  lead: 'Register it, download a working sample, launch, and watch what arrives.',
  kind: 'What it is',
  kinds: {
    module: 'An app: people open a task in it',
    platform: 'A portal: it signs launches and sends people to an app',
  },
  signInText: 'An app belongs to an account. Sign in to see and change the apps you register.',
  demoPeople: 'Or choose a demo person',
  demoPeopleText: 'One click signs you in. Everybody who signs in as the same person sees the same apps.',
  apps: 'Your apps',
  noApps: 'You have no app here yet. When you have registered the first one:',
  wayOn: [
    'Download a sample that works: your settings are in it.',
    'Start it, and launch it from the portal of this domain.',
    'Watch each request as it arrives, and why one is refused.',
    'Put your own app in its place.',
  ],
  gone: 'The app in this link is not one of yours',
  goneText: (shown: string | undefined) =>
    `It was removed, or belongs to another account.${shown === undefined ? '' : ` Below you see ${shown}.`}`,
  newApp: 'Register an app or portal',
  another: 'Register another app or portal',
  notifications: 'Notifications to your apps',
  limit: (most: number) => `An account has at most ${most} apps.`,
  full: (most: number) => `You have ${most} apps, as many as an account may have. Remove one to register another.`,
  pendingText:
    'Outside the demo, an administrator has to approve your app and give it a role before it can take part. If you change its addresses or keys, it waits for approval again.',
  statuses: { pending: 'waits for approval', approved: 'approved', rejected: 'rejected', disabled: 'disabled' },
  name: 'Name',
  /** Until the developer gives it another one; by the kind. */
  ownName: { module: 'My app', platform: 'My portal' },
  launchUrl: 'Launch URL',
  launchUrlHint: 'The portal sends people here with a form POST. https, or http on this machine.',
  redirectUris: 'Redirect URIs',
  redirectUrisHint: 'Where the code is sent. One per line, compared character by character.',
  rights: 'What it may do besides reading',
  rightNames: {
    complete_tasks: 'Start and complete tasks',
    be_notified: 'Be notified of changes, by Subscriptions of its own',
  },
  keys: 'Keys',
  makeKey: (alg: string) => `Make a key pair in this browser (${alg})`,
  keyWays: {
    keep: 'Keep the registered keys',
    paste: 'Paste a public key: JWK Set, JWK or PEM',
    url: 'URL of a JWK Set',
  },
  makeText: 'Only the public half is sent. Save the private half after registering: it cannot be shown again.',
  publicKey: 'Public key',
  privateKey: 'This is a private key. Your browser recognised it and does not send it. Paste the public half.',
  jwksUrl: 'JWKS URL',
  testUrl: 'Test this URL',
  register: 'Register',
  save: 'Save',
  cancel: 'Cancel',
  noCrypto: 'This browser can generate keys only on https or localhost. Choose another option.',
  open: (name: string) => `Show ${name}`,
}

const nl: typeof en = {
  title: 'Sluit je eigen app of portaal aan',
  lead: 'Registreer het, download een werkend voorbeeld, start een launch, en kijk wat er aankomt.',
  kind: 'Wat het is',
  kinds: {
    module: 'Een app: mensen openen er een taak in',
    platform: 'Een portaal: het ondertekent launches en stuurt mensen naar een app',
  },
  signInText: 'Een app hoort bij een account. Log in om de apps die je registreert te zien en te wijzigen.',
  demoPeople: 'Of kies een demopersoon',
  demoPeopleText: 'Met één klik ben je ingelogd. Wie als dezelfde persoon inlogt, ziet dezelfde apps.',
  apps: 'Je apps',
  noApps: 'Je hebt hier nog geen app. Als je de eerste hebt geregistreerd:',
  wayOn: [
    'Download een werkend voorbeeld: je instellingen staan erin.',
    'Start het, en open het met een launch vanuit het portaal van dit domein.',
    'Zie elk verzoek binnenkomen, en waarom er een wordt geweigerd.',
    'Zet je eigen app ervoor in de plaats.',
  ],
  gone: 'De app van deze link hoort niet bij jouw apps',
  goneText: (shown) =>
    `Die is verwijderd, of is van een ander account.${shown === undefined ? '' : ` Hieronder zie je ${shown}.`}`,
  newApp: 'App of portaal registreren',
  another: 'Nog een app of portaal registreren',
  notifications: 'Meldingen aan je apps',
  limit: (most) => `Een account heeft hoogstens ${most} apps.`,
  full: (most) =>
    `Je hebt ${most} apps, zoveel als een account mag hebben. Verwijder er een om een andere te registreren.`,
  pendingText:
    'Buiten de demo moet een beheerder je app goedkeuren en een rol geven voordat die kan meedoen. Als je adressen of sleutels wijzigt, wacht de app opnieuw op goedkeuring.',
  statuses: {
    pending: 'wacht op goedkeuring',
    approved: 'goedgekeurd',
    rejected: 'afgewezen',
    disabled: 'uitgeschakeld',
  },
  name: 'Naam',
  ownName: { module: 'Mijn app', platform: 'Mijn portaal' },
  launchUrl: 'Launch-URL',
  launchUrlHint: 'Waar het portaal mensen heen stuurt, met een form-POST. https, of http op deze machine.',
  redirectUris: 'Redirect-URI’s',
  redirectUrisHint: 'Waar de code heen gaat. Eén per regel, teken voor teken vergeleken.',
  rights: 'Wat hij mag naast lezen',
  rightNames: {
    complete_tasks: 'Taken starten en afronden',
    be_notified: 'Meldingen van wijzigingen krijgen, met eigen Subscriptions',
  },
  keys: 'Sleutels',
  makeKey: (alg) => `In deze browser een sleutelpaar maken (${alg})`,
  keyWays: {
    keep: 'De geregistreerde sleutels houden',
    paste: 'Een publieke sleutel plakken: JWK Set, JWK of PEM',
    url: 'URL van een JWK Set',
  },
  makeText:
    'Alleen de publieke helft wordt verstuurd. Bewaar de private na het registreren: die is niet nog eens te tonen.',
  publicKey: 'Publieke sleutel',
  privateKey: 'Dit is een private sleutel. Je browser heeft hem herkend en verstuurt hem niet. Plak de publieke helft.',
  jwksUrl: 'JWKS-URL',
  testUrl: 'Deze URL testen',
  register: 'Registreren',
  save: 'Opslaan',
  cancel: 'Annuleren',
  noCrypto: 'Deze browser maakt sleutels alleen op https of localhost. Kies een andere manier.',
  open: (name) => `${name} tonen`,
}

export const connectTexts: Catalogue<typeof en> = { en, nl }
