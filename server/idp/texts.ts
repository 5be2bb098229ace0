// Texts of the identity provider's pages, in English and Dutch.

import { UNAVAILABLE_TEXTS } from '#lib/html/unavailable-texts.ts'
import { GUESSABLE } from '#lib/i18n/guessable-password.ts'
import type { Catalogue } from '#lib/i18n/language.ts'
import type { RefusalReason } from './refusal.ts'
import type { FieldProblem } from './signup/signup-form.ts'
import type { AccountRole } from './store.ts'

const en = {
  otherLanguage: 'Nederlands',
  roles: {
    patient: 'Patient',
    practitioner: 'Practitioner',
    related_person: 'Related person',
    admin: 'Administrator',
    auditor: 'Auditor',
  } satisfies Record<AccountRole, string>,
  email: 'E-mail address',
  password: 'Password',
  cancel: 'Cancel',
  login: {
    title: 'Sign in',
    /** Comes before the name of the relying party. */
    goOnTo: 'to continue to',
    /** The parts of: to open TASK in APP as PERSON. It follows the title. */
    toOpen: 'to open',
    inApp: 'in',
    asPerson: 'as',
    forSomebodyElse: (expected: string) =>
      `What you are opening is for ${expected}. Sign in as that person to continue: that ends your session, here and on every page.`,
    submit: 'Sign in',
    accountLocked: 'This account is locked. Ask an administrator of the domain.',
    missing: 'Enter your e-mail address and your password.',
    wrong: 'The e-mail address or password is wrong. Try again.',
    locked: {
      account: (minutes: number) =>
        `Too many failed attempts with this e-mail address. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      network: (minutes: number) =>
        `Too many failed attempts from this network, perhaps by others. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    },
    loggedInAs: 'You are signed in as',
    logInAgain: 'Sign in again to confirm that it is you, or sign in as somebody else.',
    noAccount: 'No account yet?',
    createAccount: 'Create account',
    demoTitle: 'Demo people',
    demoNote: 'Invented people, passwords shown. One click signs you in.',
    demoPassword: 'password',
  },
  signup: {
    title: 'Create account',
    intro: 'This makes an account of a patient. You sign in with it, and continue where you were.',
    name: 'Name',
    nameHint: 'First name and last name',
    birthDate: 'Date of birth',
    gender: 'Gender',
    choose: 'Choose…',
    genders: { female: 'Female', male: 'Male', other: 'Other', unknown: 'I would rather not say' },
    emailHint: 'You sign in with it. No mail is sent.',
    passwordHint: 'At least 8 characters. A few words in a row are fine.',
    submit: 'Create account',
    haveAccount: 'Have an account already?',
    logIn: 'Sign in',
    summary: 'Some answers are not right yet',
    tooOften: (minutes: number) => `Too many accounts were requested from here. Try again in ${minutes} min.`,
    /** Said whether the account was made or was there before. */
    done: (email: string) =>
      `There is an account for ${email} now. If there already was one, it has not changed, and neither has its password. Sign in to continue.`,
    inLaunch: {
      title: 'You can sign in now',
      done: 'There is an account for the address that you gave now. If there already was one, it has not changed, and neither has its password.',
      signedIn: (name: string) => `Your account is ready, ${name}`,
      theirs: 'The task you were opening is for',
      why: 'Nobody else can open it. Whoever is new finds a first task of their own at the portal.',
      own: 'Open a task of your own',
      logInAs: (person: string) => `Sign in as ${person}`,
    },
    problems: {
      'name-missing': 'Enter your name.',
      'name-long': 'The name is longer than 100 characters.',
      'name-characters': 'The name has a character that cannot be shown. Type it again.',
      'birth-date': 'Enter your date of birth, such as 1986-04-12. It cannot be in the future.',
      gender: 'Choose one of the answers.',
      email: 'Enter an e-mail address, such as name@example.org.',
      'password-short': 'The password needs at least 8 characters.',
      'password-long': 'The password is longer than 200 characters.',
      'password-guessable': GUESSABLE.en,
    } satisfies Record<FieldProblem, string>,
  },
  logout: {
    title: 'Sign out',
    question: 'Sign out of the identity provider? Apps that are open keep their own session.',
    submit: 'Sign out',
    doneTitle: 'You are signed out',
    done: 'Your session here has ended, and with it those in the portal, the console and the demo app. The next app asks you to sign in again.',
    nobody: 'Nobody is signed in here.',
  },
  refusals: {
    'unknown-client': {
      title: 'This app is not known here',
      text: 'The request names no app that may ask people to sign in. Go back and try again. If it happens again, contact the operator of the app.',
    },
    'redirect-uri': {
      title: 'This app wants to return to an unknown address',
      text: 'The return address (redirect_uri) does not exactly match one that the app registered, so nobody was sent there. Contact the operator of the app.',
    },
    expired: {
      title: 'Nobody is signing in here',
      text: 'The sign-in was completed, expired, or began in another browser. If you signed in a moment ago, you are still signed in. Start again from the portal: open your task there.',
    },
    forged: {
      title: 'This form cannot be accepted',
      text: 'It was not sent from our own page, or the page was open for too long. Start again from the portal, and allow cookies.',
    },
    unreadable: { title: 'This form cannot be read', text: 'Go back to the page and send the form from there.' },
    'too-large': { title: 'This form is too large', text: 'Go back to the page and shorten what you entered.' },
    'not-found': { title: 'There is no such page', text: 'Accounts are not created here.' },
    method: { title: 'This is not how the page is used', text: 'Start again from the portal.' },
    ...UNAVAILABLE_TEXTS.en,
    broken: {
      title: 'Something went wrong here',
      text: 'This is not your fault. Try again in a moment; if it happens again, pass on the reference below.',
    },
  } satisfies Record<RefusalReason, { readonly title: string; readonly text: string }>,
  received: 'Received',
  reference: 'Reference',
  toPortal: 'Go to the portal',
  toStart: 'Go to the start page',
}

const nl: typeof en = {
  otherLanguage: 'English',
  roles: {
    patient: 'Patiënt',
    practitioner: 'Behandelaar',
    related_person: 'Naaste',
    admin: 'Beheerder',
    auditor: 'Auditor',
  },
  email: 'E-mailadres',
  password: 'Wachtwoord',
  cancel: 'Annuleren',
  login: {
    title: 'Inloggen',
    goOnTo: 'om verder te gaan naar',
    toOpen: 'voor',
    inApp: 'in',
    asPerson: 'als',
    forSomebodyElse: (expected) =>
      `Wat je opent is voor ${expected}. Log in als die persoon om verder te gaan: dat beëindigt jouw sessie, hier en op alle pagina’s.`,
    submit: 'Inloggen',
    accountLocked: 'Dit account is vergrendeld. Vraag een beheerder van het domein.',
    missing: 'Vul je e-mailadres en je wachtwoord in.',
    wrong: 'Het e-mailadres of het wachtwoord klopt niet. Probeer het opnieuw.',
    locked: {
      account: (minutes) =>
        `Te veel mislukte pogingen met dit e-mailadres. Probeer het over ${minutes} ${minutes === 1 ? 'minuut' : 'minuten'} opnieuw.`,
      network: (minutes) =>
        `Te veel mislukte pogingen vanaf dit netwerk, misschien van anderen. Probeer het over ${minutes} ${minutes === 1 ? 'minuut' : 'minuten'} opnieuw.`,
    },
    loggedInAs: 'Je bent ingelogd als',
    logInAgain: 'Log opnieuw in om te bevestigen dat jij het bent, of log in als iemand anders.',
    noAccount: 'Nog geen account?',
    createAccount: 'Account maken',
    demoTitle: 'Demopersonen',
    demoNote: 'Verzonnen mensen, met zichtbare wachtwoorden. Met één klik log je in.',
    demoPassword: 'wachtwoord',
  },
  signup: {
    title: 'Account maken',
    intro: 'Hiermee maak je een account van een patiënt. Je logt ermee in, en gaat verder waar je was.',
    name: 'Naam',
    nameHint: 'Voornaam en achternaam',
    birthDate: 'Geboortedatum',
    gender: 'Geslacht',
    choose: 'Kies…',
    genders: { female: 'Vrouw', male: 'Man', other: 'Anders', unknown: 'Zeg ik liever niet' },
    emailHint: 'Hiermee log je in. Er wordt geen mail gestuurd.',
    passwordHint: 'Minstens 8 tekens. Een paar woorden achter elkaar is prima.',
    submit: 'Account maken',
    haveAccount: 'Heb je al een account?',
    logIn: 'Inloggen',
    summary: 'Sommige antwoorden kloppen nog niet',
    tooOften: (minutes) =>
      `Er zijn hiervandaan te veel accounts aangevraagd. Probeer het over ${minutes} min. opnieuw.`,
    done: (email) =>
      `Er is nu een account voor ${email}. Was het er al, dan is het niet veranderd, en het wachtwoord ook niet. Log in om verder te gaan.`,
    inLaunch: {
      title: 'Je kunt nu inloggen',
      done: 'Er is nu een account voor het adres dat je opgaf. Was het er al, dan is het niet veranderd, en het wachtwoord ook niet.',
      signedIn: (name) => `Je account is klaar, ${name}`,
      theirs: 'De taak die je wilde openen is voor',
      why: 'Niemand anders kan die openen. Wie nieuw is, vindt in het portaal een eerste taak van zichzelf.',
      own: 'Open een taak van jezelf',
      logInAs: (person) => `Inloggen als ${person}`,
    },
    problems: {
      'name-missing': 'Vul je naam in.',
      'name-long': 'De naam is langer dan 100 tekens.',
      'name-characters': 'De naam heeft een teken dat niet te tonen is. Typ hem opnieuw.',
      'birth-date': 'Vul je geboortedatum in, zoals 1986-04-12. Die kan niet in de toekomst liggen.',
      gender: 'Kies een van de antwoorden.',
      email: 'Vul een e-mailadres in, zoals naam@example.org.',
      'password-short': 'Het wachtwoord heeft minstens 8 tekens nodig.',
      'password-long': 'Het wachtwoord is langer dan 200 tekens.',
      'password-guessable': GUESSABLE.nl,
    },
  },
  logout: {
    title: 'Uitloggen',
    question: 'Uitloggen bij de identiteitsprovider? Apps die openstaan, houden hun eigen sessie.',
    submit: 'Uitloggen',
    doneTitle: 'Je bent uitgelogd',
    done: 'Je sessie hier is beëindigd, en daarmee die in het portaal, het beheer en de demo-app. De volgende app vraagt je opnieuw in te loggen.',
    nobody: 'Er is hier niemand ingelogd.',
  },
  refusals: {
    'unknown-client': {
      title: 'Deze app is hier niet bekend',
      text: 'Het verzoek noemt geen app die om inloggen mag vragen. Ga terug en probeer het opnieuw; gebeurt het weer, meld het dan aan de beheerder van de app.',
    },
    'redirect-uri': {
      title: 'Deze app wil naar een onbekend adres terugkeren',
      text: 'Het adres om naar terug te keren (redirect_uri) is niet teken voor teken een adres dat de app heeft geregistreerd. Daarom is niemand daarheen gestuurd. Meld het aan de beheerder van de app.',
    },
    expired: {
      title: 'Hier is niemand aan het inloggen',
      text: 'Het inloggen is afgerond, verlopen, of in een andere browser begonnen. Heb je net ingelogd, dan ben je nog ingelogd. Begin opnieuw vanuit het portaal: open je taak daar.',
    },
    forged: {
      title: 'Dit formulier kan niet worden aangenomen',
      text: 'Het kwam niet van onze eigen pagina, of de pagina stond te lang open. Begin opnieuw vanuit het portaal, en sta cookies toe.',
    },
    unreadable: {
      title: 'Dit formulier is niet te lezen',
      text: 'Ga terug naar de pagina en verstuur het formulier van daaruit.',
    },
    'too-large': { title: 'Dit formulier is te groot', text: 'Ga terug naar de pagina en kort in wat je invulde.' },
    'not-found': { title: 'Deze pagina bestaat niet', text: 'Hier worden geen accounts gemaakt.' },
    method: { title: 'Zo wordt deze pagina niet gebruikt', text: 'Begin opnieuw vanuit het portaal.' },
    ...UNAVAILABLE_TEXTS.nl,
    broken: {
      title: 'Hier ging iets mis',
      text: 'Het ligt niet aan jou. Probeer het zo dadelijk opnieuw; gebeurt het weer, geef dan het kenmerk hieronder door.',
    },
  },
  received: 'Ontvangen',
  reference: 'Kenmerk',
  toPortal: 'Naar het portaal',
  toStart: 'Naar de startpagina',
}

export const TEXTS: Catalogue<typeof en> = { en, nl }
