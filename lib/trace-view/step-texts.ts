// Texts of a launch that goes step by step.
import type { Catalogue } from '../i18n/language.ts'

const en = {
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  next: 'Next',
  carries: 'What is sent',
  token: 'The launch token, decoded',
  back: 'What came back',
  asked: 'What the app sent to the token endpoint',
  answered: 'What it received',
  waits: 'Nothing happens until you continue.',
  counts: 'The launch token is valid for five minutes.',
  /** What parameters mean, where that is not what a claim of the same name does. */
  parameters: {
    response_type: 'asks for a code',
    client_id: 'the app',
    redirect_uri: 'where to send the code',
    scope: 'what the app requests',
    state: 'binds the answer to this browser',
    aud: 'the FHIR base it is for',
    code_challenge: 'the hash of the code_verifier, which the app sends later',
    code_challenge_method: 'how it was hashed',
    grant_type: 'what is exchanged',
    code: 'for one exchange, within a minute',
    code_verifier: 'must match the code_challenge',
    client_assertion: 'a JWT that the app signed: authenticates the app',
    access_token: 'gives no access: data is read with client_credentials',
    expires_in: 'validity in seconds',
    need_patient_banner: 'whether the app must show who the patient is',
  },
  iss: {
    carries: { iss: 'the FHIR base' },
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
    why: 'The app has looked up the authorization server in the FHIR base’s smart-configuration. It asks for a code: state and nonce bind the answer to this browser and this request, code_challenge is a promise (PKCE) that only the app can keep, and launch is the portal’s token. Next, the authorization server checks all of this, and you sign in.',
  },
  answer: {
    title: 'The authorization server answered, and the app has its tokens',
    why: 'Your browser brought a code, which is valid for a minute. The app exchanged it at once, with its own signature (client_assertion) and the code_verifier behind its promise. The id_token says who signed in; the other members say for which task. Now the app opens the task.',
  },
}

const nl: typeof en = {
  step: (number, of) => `Stap ${number} van ${of}`,
  next: 'Verder',
  carries: 'Wat er meegaat',
  token: 'Het launch-token, gedecodeerd',
  back: 'Wat er terugkwam',
  asked: 'Wat de app naar het token-endpoint stuurde',
  answered: 'Wat de app terugkreeg',
  waits: 'Er gebeurt niets tot je verdergaat.',
  counts: 'Het launch-token is vijf minuten geldig.',
  parameters: {
    response_type: 'vraagt om een code',
    client_id: 'de app',
    redirect_uri: 'waar de code heen moet',
    scope: 'wat de app vraagt',
    state: 'bindt het antwoord aan deze browser',
    aud: 'het FHIR-basisadres waarvoor het is',
    code_challenge: 'de hash van de code_verifier, die de app later stuurt',
    code_challenge_method: 'hoe die is gehasht',
    grant_type: 'wat er wordt ingewisseld',
    code: 'voor één keer, binnen een minuut',
    code_verifier: 'moet bij de code_challenge passen',
    client_assertion: 'een JWT die de app ondertekende: authenticeert de app',
    access_token: 'geeft geen toegang: gegevens lees je met client_credentials',
    expires_in: 'geldigheid in seconden',
    need_patient_banner: 'of de app moet tonen wie de patiënt is',
  },
  iss: {
    carries: { iss: 'het FHIR-basisadres' },
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
    why: 'De app heeft de autorisatieserver opgezocht in de smart-configuration van het FHIR-basisadres. De app vraagt om een code: state en nonce binden het antwoord aan deze browser en dit verzoek, code_challenge is een belofte (PKCE) die alleen de app kan nakomen, en launch is het token van het portaal. Hierna controleert de autorisatieserver dat alles, en log je in.',
  },
  answer: {
    title: 'De autorisatieserver heeft geantwoord, en de app heeft zijn tokens',
    why: 'Je browser bracht een code mee. Een code is een minuut geldig, dus de app wisselde die meteen in, met een eigen handtekening (client_assertion) en de code_verifier achter de belofte. Het id_token zegt wie inlogde; de rest zegt voor welke taak. Nu opent de app de taak.',
  },
}

/** What the stops say. */
export const STEP_TEXTS: Catalogue<typeof en> = { en, nl }
