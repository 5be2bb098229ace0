// Texts of signing in and out.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  signIn: 'Sign in',
  ownAccount: 'With your account',
  signInText: 'You sign in at the identity provider. These pages never see your password.',
  signingIn: 'Taking you to the identity provider…',
  signInFailed: 'Signing in failed. Try again.',
  signInAsOther: 'Sign in as somebody else',
  signOut: 'Sign out',
  yourAccount: 'Your account',
  signOutFailed: 'Signing out failed: you are still signed in. Try again.',
  signedOut: 'You are signed out',
  whatEnded: {
    everywhere:
      'Ended: your session on these pages (portal, console and the others), at the identity provider, and in the demo apps. An app of somebody else keeps a session of its own until it ends it.',
    'at-provider':
      'Ended: your session on these pages (portal, console and the others) and at the identity provider. Close the apps that you opened.',
  },
  ended: 'Your session has ended',
  endedText: 'Nothing was changed. Sign in again in another tab, then try again here. What you filled in stays.',
  endedHere: 'Sign in again to continue where you were.',
  signInAgain: 'Sign in again',
  otherPerson: (name: string) => `${name} is signed in now`,
  otherPersonText: (former: string) =>
    `In another tab or window. This page is of ${former}: it shows nothing to anybody else, and keeps what was filled in until ${former} is back.`,
  goOnAs: (name: string) => `Continue as ${name}`,
  nobodyNow: 'Nobody is signed in now',
  nobodyNowText: (former: string) =>
    `The session of ${former} has ended. This page shows nothing now, and keeps what was filled in until ${former} is back.`,
  account: 'Account',
  accountOf: (name: string) => `Account: ${name}`,
  signedInAs: 'Signed in as',
  nobody: 'Nobody is signed in here.',
  signInAs: (name: string) => `Sign in as ${name}`,
  chooseDemoPerson: 'Choose a demo person',
  demoAccess: 'Demo people with access',
  createAccount: 'Create an account of your own',
}

const nl: typeof en = {
  signIn: 'Inloggen',
  ownAccount: 'Met je account',
  signInText: 'Je logt in bij de identiteitsprovider. Deze pagina’s zien je wachtwoord nooit.',
  signingIn: 'Op weg naar de identiteitsprovider…',
  signInFailed: 'Het inloggen is niet gelukt. Probeer het opnieuw.',
  signInAsOther: 'Inloggen als iemand anders',
  signOut: 'Uitloggen',
  yourAccount: 'Je account',
  signOutFailed: 'Het uitloggen is niet gelukt: je bent nog ingelogd. Probeer het opnieuw.',
  signedOut: 'Je bent uitgelogd',
  whatEnded: {
    everywhere:
      'Beëindigd: je sessie op deze pagina’s (portaal, beheer en de andere), bij de identiteitsprovider en in de demo-apps. Een app van iemand anders houdt een eigen sessie totdat die hem beëindigt.',
    'at-provider':
      'Beëindigd: je sessie op deze pagina’s (portaal, beheer en de andere) en bij de identiteitsprovider. Sluit de apps die je hebt geopend.',
  },
  ended: 'Je sessie is afgelopen',
  endedText:
    'Er is niets gewijzigd. Log in een ander tabblad opnieuw in, en probeer het daarna hier nog eens: wat je invulde, blijft staan.',
  endedHere: 'Log opnieuw in om verder te gaan waar je was.',
  signInAgain: 'Opnieuw inloggen',
  otherPerson: (name) => `Nu is ${name} ingelogd`,
  otherPersonText: (former) =>
    `In een ander tabblad of venster. Deze pagina is van ${former}: ze toont niets aan een ander, en bewaart wat is ingevuld tot ${former} terug is.`,
  goOnAs: (name) => `Verdergaan als ${name}`,
  nobodyNow: 'Nu is niemand ingelogd',
  nobodyNowText: (former) =>
    `De sessie van ${former} is afgelopen. Deze pagina toont nu niets, en bewaart wat is ingevuld tot ${former} terug is.`,
  account: 'Account',
  accountOf: (name) => `Account: ${name}`,
  signedInAs: 'Ingelogd als',
  nobody: 'Hier is niemand ingelogd.',
  signInAs: (name) => `Inloggen als ${name}`,
  chooseDemoPerson: 'Een demopersoon kiezen',
  demoAccess: 'Demopersonen met toegang',
  createAccount: 'Maak een eigen account',
}

export const sessionTexts: Catalogue<typeof en> = { en, nl }
