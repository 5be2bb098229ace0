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
      meaning: 'The launch that arrived at the app is not complete, or comes from a server that it does not know.',
      causes: ['iss or launch is missing.', 'iss is not a FHIR base that the app was set up for.'],
      mend: 'Send iss and launch by GET or by a form, and tell the app which FHIR base to trust.',
    },
    nl: {
      expected: 'iss en launch, elk één keer, met een iss die de app vertrouwt.',
      meaning: 'De launch die bij de app aankwam is niet compleet, of komt van een server die de app niet kent.',
      causes: ['iss of launch ontbreekt.', 'iss is geen FHIR-basisadres waarvoor de app is ingesteld.'],
      mend: 'Stuur iss en launch met GET of een formulier, en vertel de app welk FHIR-basisadres te vertrouwen is.',
    },
  },
  'app.discovery': {
    source: 'SMART App Launch 2.2 “Conformance”, /.well-known/smart-configuration',
    en: {
      expected: 'a smart-configuration with issuer, jwks_uri, authorization_endpoint and token_endpoint.',
      meaning: 'The app could not learn from iss where the authorization server is.',
      causes: ['The server does not answer.', 'The document lacks one of the four addresses.'],
      mend: 'Open {iss}/.well-known/smart-configuration from where the app runs.',
    },
    nl: {
      expected: 'een smart-configuration met issuer, jwks_uri, authorization_endpoint en token_endpoint.',
      meaning: 'De app kon uit iss niet te weten komen waar de autorisatieserver is.',
      causes: ['De server antwoordt niet.', 'In het document ontbreekt een van de vier adressen.'],
      mend: 'Open {iss}/.well-known/smart-configuration vanaf de plek waar de app draait.',
    },
  },
  'app.iss': {
    source: 'RFC 9207 §2.4',
    en: {
      expected: 'iss must be the authorization server that was asked.',
      meaning: 'The answer came from another authorization server than the app had asked.',
      causes: ['Two servers are mixed up.', 'The server announces iss and does not send it.'],
      mend: AGAIN.en,
    },
    nl: {
      expected: 'iss moet de autorisatieserver zijn waaraan het gevraagd is.',
      meaning: 'Het antwoord kwam van een andere autorisatieserver dan de app vroeg.',
      causes: ['Twee servers zijn verwisseld.', 'De server kondigt iss aan en stuurt die niet.'],
      mend: AGAIN.nl,
    },
  },
  'app.answer': {
    source: 'RFC 6749 §4.1.2, §4.1.2.1',
    en: {
      expected: 'one code, and no error.',
      meaning: 'The authorization server sent the browser back without a code.',
      causes: ['It refused: the check that failed is in the step of the authorization server.'],
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
      meaning: 'The back-end of the app did not get tokens for its code.',
      causes: ['The token endpoint refused: its step says which check failed.', 'The endpoint does not answer.'],
      mend: 'Look at the step of the token endpoint.',
    },
    nl: {
      expected: 'een token-antwoord met een id_token.',
      meaning: 'De back-end van de app kreeg geen tokens voor de code.',
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
      expected: 'an id_token of this issuer, for this app and this launch, that is valid now.',
      meaning: 'The id_token does not hold, so the app cannot tell who the person is.',
      causes: [
        'The signing key is not at jwks_uri.',
        'aud, iss or nonce is not that of this launch.',
        'The clocks of the two servers differ by more than 30 seconds.',
      ],
      mend: 'Compare the decoded id_token with what the app expects, member by member.',
    },
    nl: {
      expected: 'een id_token van deze issuer, voor deze app en deze launch, dat nu geldig is.',
      meaning: 'Het id_token klopt niet, dus de app kan niet zeggen wie de gebruiker is.',
      causes: [
        'De sleutel staat niet op jwks_uri.',
        'aud, iss of nonce is niet die van deze launch.',
        'De klokken van de twee servers verschillen meer dan 30 seconden.',
      ],
      mend: 'Vergelijk het gedecodeerde id_token, deel voor deel, met wat de app verwacht.',
    },
  },
  'app.context': {
    source: 'SMART App Launch 2.2 “Launch context”, HTI 2.0',
    en: {
      expected: 'a task in the token response, and a person in the id_token.',
      meaning: 'The token response does not say which task to open, or the id_token not who the person is.',
      causes: ['task and resource are both missing.', 'fhirUser points to another server.'],
      mend: 'Look at the token response in this trace.',
    },
    nl: {
      expected: 'een taak in het token-antwoord, en een persoon in het id_token.',
      meaning: 'Het token-antwoord zegt niet welke taak te openen is, of het id_token niet wie de gebruiker is.',
      causes: ['task en resource ontbreken allebei.', 'fhirUser wijst naar een andere server.'],
      mend: 'Bekijk het token-antwoord in deze trace.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
