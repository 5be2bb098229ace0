// Texts of a launch that goes step by step.
import type { Catalogue } from '../i18n/language.ts'

const en = {
  step: (numbers: readonly number[], of: number) =>
    `${numbers.length > 1 ? 'Steps' : 'Step'} ${numbers.join(' and ')} of ${of}`,
  alone: 'A launch, step by step',
  next: 'Next',
  carries: 'What is sent',
  token: 'The launch token, decoded',
  decoded: 'a token, decoded below',
  asks: 'What is sent',
  back: 'What came back',
  asked: 'What the app sent to the token endpoint',
  answered: 'What it received',
  waits: 'Nothing happens until you continue.',
  goesOn: 'Nothing happens until you continue. What follows happens in the app, without stops; the trace shows it.',
  counts: 'The launch token is valid for five minutes.',
  /** What parameters mean, where that is not what a claim of the same name does. */
  parameters: {
    launch: 'the launch token that the portal signed',
    id_token: 'says who signed in',
    response_type: 'asks for a code',
    client_id: 'the app',
    redirect_uri: 'where to send the code',
    scope: 'what is requested',
    state: 'binds the answer to this browser',
    aud: 'the FHIR base it is for',
    code_challenge: 'the hash of the code_verifier, which is sent later',
    code_challenge_method: 'how it was hashed',
    grant_type: 'what is exchanged',
    code: 'for one exchange, within a minute',
    code_verifier: 'must match the code_challenge',
    client_assertion: 'a JWT that the app signed: authenticates the app',
    access_token: 'gives no access: data is read with client_credentials',
    expires_in: 'validity in seconds',
    need_patient_banner: 'whether the app must show who the patient is',
    steps: 'asks the demo for these stops; it is no part of a launch',
    login_hint: 'who is expected to sign in',
    prompt: 'whoever is signed in already is asked, too',
  },
  meanings: {
    carries: { iss: 'the FHIR base' },
    asks: {
      client_id: 'the authorization server, by its name at the identity provider',
      state: 'binds the answer to this browser',
    },
    back: { iss: 'the authorization server that answered' },
    asked: {},
    answered: {},
  },
  hand: {
    title: 'The portal hands the launch to the app',
    why: 'The portal has signed a launch token: who opens which task, in which app. Your browser takes it there in a form. The app does not rely on what it says about you: it passes the token on, unopened, to the authorization server.',
  },
  authorize: {
    title: 'The app sends your browser to the authorization server',
    why: 'The app has looked up the authorization server in the FHIR base’s smart-configuration. It asks for a code: state and nonce bind the answer to this browser and this request, code_challenge is a promise (PKCE) that only the app can keep, and launch is the portal’s token.',
  },
  login: {
    title: 'The authorization server sends your browser to the identity provider',
    why: 'The authorization server has checked the request and the launch token: its signature, its times, that it is for this app and was not used before. Now it must know who you are, so it asks the identity provider, which knows nothing of the launch. If you are signed in there already, it answers at once.',
  },
  answer: {
    title: 'The authorization server sends your browser back to the app',
    why: 'The identity provider told the authorization server who signed in, and that is the person of the launch. Your browser brought the app a code, which is valid for a minute.',
  },
  tokens: {
    title: 'The app exchanges the code for its tokens',
    why: 'It did so at once, from server to server, with its own signature (client_assertion) and the code_verifier behind its promise. The id_token says who signed in; the other members say for which task. Now the app opens the task.',
  },
}

const nl: typeof en = {
  step: (numbers, of) => `${numbers.length > 1 ? 'Stappen' : 'Stap'} ${numbers.join(' en ')} van ${of}`,
  alone: 'Een launch, stap voor stap',
  next: 'Verder',
  carries: 'Wat er meegaat',
  token: 'Het launch-token, gedecodeerd',
  decoded: 'een token, hieronder gedecodeerd',
  asks: 'Wat er meegaat',
  back: 'Wat er terugkwam',
  asked: 'Wat de app naar het token-endpoint stuurde',
  answered: 'Wat de app terugkreeg',
  waits: 'Er gebeurt niets tot je verdergaat.',
  goesOn: 'Er gebeurt niets tot je verdergaat. Wat volgt gebeurt in de app, zonder stops; de trace laat het zien.',
  counts: 'Het launch-token is vijf minuten geldig.',
  parameters: {
    launch: 'het launch-token dat het portaal ondertekende',
    id_token: 'zegt wie er inlogde',
    response_type: 'vraagt om een code',
    client_id: 'de app',
    redirect_uri: 'waar de code heen moet',
    scope: 'wat er gevraagd wordt',
    state: 'bindt het antwoord aan deze browser',
    aud: 'het FHIR-basisadres waarvoor het is',
    code_challenge: 'de hash van de code_verifier, die later komt',
    code_challenge_method: 'hoe die is gehasht',
    grant_type: 'wat er wordt ingewisseld',
    code: 'voor één keer, binnen een minuut',
    code_verifier: 'moet bij de code_challenge passen',
    client_assertion: 'een JWT die de app ondertekende: authenticeert de app',
    access_token: 'geeft geen toegang: gegevens lees je met client_credentials',
    expires_in: 'geldigheid in seconden',
    need_patient_banner: 'of de app moet tonen wie de patiënt is',
    steps: 'vraagt de demo om deze stops; hoort niet bij een launch',
    login_hint: 'wie er naar verwachting inlogt',
    prompt: 'ook wie al ingelogd is wordt het gevraagd',
  },
  meanings: {
    carries: { iss: 'het FHIR-basisadres' },
    asks: {
      client_id: 'de autorisatieserver, zoals die bij de identiteitsprovider heet',
      state: 'bindt het antwoord aan deze browser',
    },
    back: { iss: 'de autorisatieserver die antwoordde' },
    asked: {},
    answered: {},
  },
  hand: {
    title: 'Het portaal geeft de launch aan de app',
    why: 'Het portaal heeft een launch-token ondertekend: wie opent welke taak, in welke app. Je browser brengt het erheen in een formulier. De app vertrouwt niet op wat er over jou in staat, en geeft het token ongeopend door aan de autorisatieserver.',
  },
  authorize: {
    title: 'De app stuurt je browser naar de autorisatieserver',
    why: 'De app heeft de autorisatieserver opgezocht in de smart-configuration van het FHIR-basisadres. De app vraagt om een code: state en nonce binden het antwoord aan deze browser en dit verzoek, code_challenge is een belofte (PKCE) die alleen de app kan nakomen, en launch is het token van het portaal.',
  },
  login: {
    title: 'De autorisatieserver stuurt je browser naar de identiteitsprovider',
    why: 'De autorisatieserver heeft het verzoek en het launch-token gecontroleerd: de handtekening, de tijden, dat het voor deze app is en niet eerder is gebruikt. Nu moet duidelijk worden wie je bent. Dat vraagt de autorisatieserver aan de identiteitsprovider, die niets van de launch weet. Ben je daar al ingelogd, dan antwoordt die meteen.',
  },
  answer: {
    title: 'De autorisatieserver stuurt je browser terug naar de app',
    why: 'De identiteitsprovider zei tegen de autorisatieserver wie er inlogde, en dat is de persoon van de launch. Je browser bracht de app een code, die een minuut geldig is.',
  },
  tokens: {
    title: 'De app wisselt de code in voor zijn tokens',
    why: 'Dat deed de app meteen, van server tot server, met een eigen handtekening (client_assertion) en de code_verifier achter de belofte. Het id_token zegt wie inlogde; de rest zegt voor welke taak. Nu opent de app de taak.',
  },
}

/** What the stops say. */
export const STEP_TEXTS: Catalogue<typeof en> = { en, nl }
