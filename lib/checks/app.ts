// Texts of the checks that the demo app makes itself, as every SMART app must.
import type { CheckEntry } from './check-text.ts'

const AGAIN = {
  en: 'Open the task again from the portal, in this browser.',
  nl: 'Open de taak opnieuw vanuit het portaal, in deze browser.',
} as const

export const APP_CHECKS = {
  'app.launch': {
    source: 'SMART App Launch 2.2 “EHR launch”, HTI 2.0',
    en: {
      expected: 'iss and launch, once each, with an iss that the app trusts.',
      meaning: 'The launch that arrived at the app is incomplete, or comes from a server that the app does not know.',
      causes: ['iss or launch is missing.', 'iss is not a FHIR base that the app is configured for.'],
      mend: 'Send iss and launch by GET or by a form, and tell the app which FHIR base to trust.',
    },
    nl: {
      expected: 'iss en launch, elk één keer, met een iss die de app vertrouwt.',
      meaning: 'De launch die bij de app aankwam is niet compleet, of komt van een server die de app niet kent.',
      causes: ['iss of launch ontbreekt.', 'iss is geen FHIR-basisadres waarvoor de app is ingesteld.'],
      mend: 'Stuur iss en launch met GET of een formulier, en stel in welk FHIR-basisadres de app vertrouwt.',
    },
  },
  'app.discovery': {
    source: 'SMART App Launch 2.2 “Conformance”, /.well-known/smart-configuration',
    en: {
      expected: 'a smart-configuration with issuer, jwks_uri, authorization_endpoint and token_endpoint.',
      meaning: 'The app could not find the authorization server through iss.',
      causes: ['The server does not answer.', 'The document lacks one of the four addresses.'],
      mend: 'Open {iss}/.well-known/smart-configuration from where the app runs.',
    },
    nl: {
      expected: 'een smart-configuration met issuer, jwks_uri, authorization_endpoint en token_endpoint.',
      meaning: 'De app kon de autorisatieserver niet via iss vinden.',
      causes: ['De server antwoordt niet.', 'In het document ontbreekt een van de vier adressen.'],
      mend: 'Open {iss}/.well-known/smart-configuration vanaf de plek waar de app draait.',
    },
  },
  'app.iss': {
    source: 'RFC 9207 §2.4',
    en: {
      expected: 'iss must be the authorization server that received the request.',
      meaning: 'The response came from another authorization server than the one that received the request.',
      causes: ['Two servers are mixed up.', 'The server announces iss and does not send it.'],
      mend: AGAIN.en,
    },
    nl: {
      expected: 'iss moet de autorisatieserver zijn die het verzoek kreeg.',
      meaning: 'Het antwoord kwam van een andere autorisatieserver dan die het verzoek kreeg.',
      causes: ['Twee servers zijn verwisseld.', 'De server kondigt iss aan en stuurt die niet.'],
      mend: AGAIN.nl,
    },
  },
  'app.answer': {
    source: 'RFC 6749 §4.1.2, §4.1.2.1',
    en: {
      expected: 'one code, and no error.',
      meaning: 'The authorization server sent the browser back without a code.',
      causes: ['It refused: its step shows which check failed.'],
      mend: 'Look at the step before this one.',
    },
    nl: {
      expected: 'één code, en geen fout.',
      meaning: 'De autorisatieserver stuurde de browser terug zonder code.',
      causes: ['Die weigerde: de controle die faalde staat bij de stap van de autorisatieserver.'],
      mend: 'Kijk naar de stap hiervoor.',
    },
  },
  'app.token': {
    source: 'RFC 6749 §4.1.4, RFC 7523 §2.2',
    en: {
      expected: 'a token response with an id_token.',
      meaning: 'The back-end of the app could not exchange its code for tokens.',
      causes: ['The token endpoint refused: its step says which check failed.', 'The endpoint does not answer.'],
      mend: 'Look at the step of the token endpoint.',
    },
    nl: {
      expected: 'een token-antwoord met een id_token.',
      meaning: 'De back-end van de app kon de code niet voor tokens inwisselen.',
      causes: [
        'Het token-endpoint weigerde: bij die stap staat welke controle faalde.',
        'Het endpoint antwoordt niet.',
      ],
      mend: 'Kijk naar de stap van het token-endpoint.',
    },
  },
  'app.id_token': {
    source: 'OpenID Connect Core §3.1.3.7',
    en: {
      expected: 'a valid id_token from this issuer, for this app and this launch.',
      meaning: 'The id_token is not valid, so the app cannot tell who the person is.',
      causes: [
        'The signing key is not at jwks_uri.',
        'aud, iss or nonce does not belong to this launch.',
        'The clocks of the two servers differ by more than 30 seconds.',
      ],
      mend: 'Compare the decoded id_token with what the app expects, claim by claim.',
    },
    nl: {
      expected: 'een geldig id_token van deze issuer, voor deze app en deze launch.',
      meaning: 'Het id_token is niet geldig, dus de app kan niet zeggen wie de gebruiker is.',
      causes: [
        'De sleutel staat niet op jwks_uri.',
        'aud, iss of nonce hoort niet bij deze launch.',
        'De klokken van de twee servers verschillen meer dan 30 seconden.',
      ],
      mend: 'Vergelijk het gedecodeerde id_token, claim voor claim, met wat de app verwacht.',
    },
  },
  'app.context': {
    source: 'SMART App Launch 2.2 “Launch context”, HTI 2.0',
    en: {
      expected: 'a task in the token response, and a person in the id_token.',
      meaning: 'The token response does not say which task to open, or the id_token does not say who the person is.',
      causes: [
        'task and resource are both missing.',
        'fhirUser points to another server.',
        'The task belongs to another app: its activity is not one of this app.',
      ],
      mend: 'Look at the token response in this trace.',
    },
    nl: {
      expected: 'een taak in het token-antwoord, en een persoon in het id_token.',
      meaning:
        'Het token-antwoord zegt niet welke taak er geopend wordt, of het id_token zegt niet wie de gebruiker is.',
      causes: [
        'task en resource ontbreken allebei.',
        'fhirUser wijst naar een andere server.',
        'De taak hoort bij een andere app: de activiteit is niet van deze app.',
      ],
      mend: 'Bekijk het token-antwoord in deze trace.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
