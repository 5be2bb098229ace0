// Texts of a launch that goes step by step.
import type { Catalogue } from '../i18n/language.ts'

const en = {
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  next: 'Next',
  carries: 'What goes along',
  token: 'The launch token, decoded',
  back: 'What came back',
  asked: 'What the app asked the token endpoint for',
  answered: 'What it got',
  waits: 'Nothing happens until you go on.',
  counts: 'The launch token is valid for five minutes.',
  /** What parameters mean, where that is not what a claim of the same name does. */
  parameters: {
    response_type: 'asks for a code',
    client_id: 'the app',
    redirect_uri: 'where the code is to go',
    scope: 'what is asked for',
    state: 'binds the answer to this browser',
    aud: 'the FHIR base it is for',
    code_challenge: 'the hash of the code_verifier, which the app shows later',
    code_challenge_method: 'how it was hashed',
    grant_type: 'what is exchanged',
    code: 'for one exchange, within a minute',
    code_verifier: 'keeps the promise of the code_challenge',
    client_assertion: 'a token that the app signed: proves who asks',
    access_token: 'opens nothing: data is read by client_credentials',
    expires_in: 'seconds for which it is valid',
    need_patient_banner: 'whether the app has to show whom it is about',
  },
  iss: {
    carries: { iss: 'the FHIR base' },
    back: { iss: 'the authorization server that answered' },
    asked: {},
    answered: {},
  },
  hand: {
    title: 'The portal hands the launch to the app',
    why: 'The portal has signed a launch token: who opens which task, in which app. Your browser carries it there in a form. The app cannot read who you are in it with certainty: it takes it on, unopened, to the authorization server.',
  },
  authorize: {
    title: 'The app sends your browser to the authorization server',
    why: 'The app has looked up the authorization server in the FHIR base’s smart-configuration. It asks for a code: state and nonce bind the answer to this browser and this request, code_challenge is a promise (PKCE) that only the app can keep, and launch is the portal’s token. What comes next: the authorization server checks all of it, and you log in.',
  },
  answer: {
    title: 'The authorization server answered, and the app has its tokens',
    why: 'Your browser brought a code. The app exchanged it at once, since it is valid for a minute: with its own signature (client_assertion) and the code_verifier behind its promise. The id_token says who logged in; the other members say for which task. Now the app opens it.',
  },
}

const nl: typeof en = {
  step: (number, of) => `Stap ${number} van ${of}`,
  next: 'Verder',
  carries: 'Wat er meegaat',
  token: 'Het launch-token, gedecodeerd',
  back: 'Wat er terugkwam',
  asked: 'Wat de app aan het token-endpoint vroeg',
  answered: 'Wat die kreeg',
  waits: 'Er gebeurt niets tot je verdergaat.',
  counts: 'Het launch-token is vijf minuten geldig.',
  parameters: {
    response_type: 'vraagt om een code',
    client_id: 'de app',
    redirect_uri: 'waar de code heen moet',
    scope: 'wat er gevraagd wordt',
    state: 'bindt het antwoord aan deze browser',
    aud: 'het FHIR-basisadres waarvoor het is',
    code_challenge: 'de hash van de code_verifier, die de app later laat zien',
    code_challenge_method: 'hoe die is gehasht',
    grant_type: 'wat er wordt ingewisseld',
    code: 'voor één keer, binnen een minuut',
    code_verifier: 'komt de belofte van de code_challenge na',
    client_assertion: 'een token dat de app ondertekende: bewijst wie er vraagt',
    access_token: 'opent niets: gegevens lees je met client_credentials',
    expires_in: 'hoeveel seconden het geldig is',
    need_patient_banner: 'of de app moet tonen over wie het gaat',
  },
  iss: {
    carries: { iss: 'het FHIR-basisadres' },
    back: { iss: 'de autorisatieserver die antwoordde' },
    asked: {},
    answered: {},
  },
  hand: {
    title: 'Het portaal geeft de launch aan de app',
    why: 'Het portaal heeft een launch-token ondertekend: wie opent welke taak, in welke app. Je browser brengt het erheen in een formulier. De app weet daaruit nog niet zeker wie je bent: die geeft het ongeopend door aan de autorisatieserver.',
  },
  authorize: {
    title: 'De app stuurt je browser naar de autorisatieserver',
    why: 'De app heeft de autorisatieserver opgezocht in de smart-configuration van het FHIR-basisadres. Die vraagt om een code: state en nonce binden het antwoord aan deze browser en dit verzoek, code_challenge is een belofte (PKCE) die alleen de app kan nakomen, en launch is het token van het portaal. Hierna toetst de autorisatieserver dat alles, en log je in.',
  },
  answer: {
    title: 'De autorisatieserver heeft geantwoord, en de app heeft zijn tokens',
    why: 'Je browser bracht een code mee. De app wisselde die meteen in, want een code is een minuut geldig: met een eigen handtekening (client_assertion) en de code_verifier achter de belofte. Het id_token zegt wie inlogde; de rest zegt voor welke taak. Nu opent de app die.',
  },
}

export const STEP_TEXTS: Catalogue<typeof en> = { en, nl }
