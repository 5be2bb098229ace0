// Texts of the checks of an authorize request: the client, its redirect_uri, its parameters.
import type { CheckEntry } from './check-text.ts'

export const AUTHORIZE_CHECKS = {
  'authorize.client': {
    source: 'RFC 6749 §4.1.1, §4.1.2.1',
    en: {
      expected: 'client_id must identify an approved app.',
      meaning: 'client_id is missing, or no app with this client_id is registered and approved here.',
      causes: [
        'The client_id of another environment was used.',
        'The app was registered and not yet approved, or it was disabled.',
        'client_id was sent twice.',
      ],
      mend: 'Compare client_id with the output of ./bin/slipway app list. The person sees an error page of this server, because your redirect_uri is not verified yet.',
    },
    nl: {
      expected: 'client_id moet bij een goedgekeurde app horen.',
      meaning: 'De client_id ontbreekt, of hoort niet bij een app die hier is geregistreerd en goedgekeurd.',
      causes: [
        'De client_id van een andere omgeving is gebruikt.',
        'De app is geregistreerd maar nog niet goedgekeurd, of is uitgeschakeld.',
        'client_id is twee keer meegestuurd.',
      ],
      mend: 'Vergelijk client_id met de uitvoer van ./bin/slipway app list. De gebruiker ziet een foutpagina van deze server, want je redirect_uri is nog niet gecontroleerd.',
    },
  },
  'authorize.redirect_uri': {
    source: 'RFC 6749 §3.1.2, RFC 9700 §2.1',
    en: {
      expected: 'redirect_uri must match a registered redirect_uri, character by character.',
      meaning: 'redirect_uri is missing, or does not match an address that the app registered, character by character.',
      causes: [
        'A slash at the end, another port, http instead of https, localhost instead of 127.0.0.1.',
        'The address is encoded once too often or too little.',
      ],
      mend: 'Register the address exactly as you send it: at /connect, or in the console at /admin. Nothing is ever sent to an address that is not registered.',
    },
    nl: {
      expected: 'redirect_uri moet teken voor teken gelijk zijn aan een geregistreerde redirect_uri.',
      meaning:
        'redirect_uri ontbreekt, of is niet teken voor teken gelijk aan een adres dat de app heeft geregistreerd.',
      causes: [
        'Een schuine streep aan het eind, een andere poort, http in plaats van https, localhost in plaats van 127.0.0.1.',
        'Het adres is één keer te veel of te weinig gecodeerd.',
      ],
      mend: 'Registreer het adres precies zoals je het stuurt: op /connect, of in het beheer op /admin. Naar een adres dat niet is geregistreerd gaat nooit iets.',
    },
  },
  'authorize.params': {
    source: 'RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1',
    en: {
      expected: 'each parameter must be sent once, in the form that RFC 6749 defines.',
      meaning: 'A parameter of the authorize request is missing, is repeated, or has an unsupported value.',
      causes: [
        'state is missing. It is required here, and at most 2048 characters long.',
        'response_type is not code, or response_mode is not query.',
        'request, request_uri or registration was sent; they are not supported.',
        'prompt, max_age or nonce has a value that OpenID Connect does not allow.',
      ],
      mend: 'The error_description names the parameter. Send each parameter once, in the query or in a posted form.',
    },
    nl: {
      expected: 'elke parameter moet één keer zijn meegestuurd, in de vorm die RFC 6749 voorschrijft.',
      meaning:
        'Een parameter van het authorize-verzoek ontbreekt, staat er dubbel, of heeft een waarde die niet wordt ondersteund.',
      causes: [
        'state ontbreekt. Die is hier verplicht, met hoogstens 2048 tekens.',
        'response_type is niet code, of response_mode is niet query.',
        'request, request_uri of registration is meegestuurd; die worden niet ondersteund.',
        'prompt, max_age of nonce heeft een waarde die OpenID Connect niet toestaat.',
      ],
      mend: 'De error_description noemt de parameter. Stuur elke parameter één keer, in de query of in een gepost formulier.',
    },
  },
  'authorize.scope': {
    source: 'SMART App Launch 2.2, “Scopes and launch context”',
    en: {
      expected: 'scope must be launch openid fhirUser.',
      meaning: 'The scope of a launch is exactly launch openid fhirUser, in any order.',
      causes: [
        'A patient/… or user/… scope was requested. The app reads data with its own token.',
        'offline_access was requested. There are no refresh tokens.',
      ],
      mend: 'Send scope=launch openid fhirUser. For data, ask the token endpoint with grant_type=client_credentials.',
    },
    nl: {
      expected: 'scope moet launch openid fhirUser zijn.',
      meaning: 'De scope van een launch is precies launch openid fhirUser, in willekeurige volgorde.',
      causes: [
        'Er is een patient/…- of user/…-scope gevraagd. Gegevens lees je met een token van de app zelf.',
        'Er is offline_access gevraagd. Er zijn geen refresh tokens.',
      ],
      mend: 'Stuur scope=launch openid fhirUser. Vraag voor gegevens een token met grant_type=client_credentials.',
    },
  },
  'authorize.pkce': {
    source: 'RFC 7636 §4.3, §4.4.1',
    en: {
      expected:
        'code_challenge must be a SHA-256 hash in base64url, 43 characters long, with code_challenge_method S256.',
      meaning: 'The request has no usable PKCE challenge. Only S256 is accepted.',
      causes: [
        'code_challenge or code_challenge_method is missing, or the method is plain.',
        'The challenge is the verifier itself, is base64 instead of base64url, or ends in =.',
      ],
      mend: 'code_challenge is the base64url form, without padding, of the SHA-256 of code_verifier: always 43 characters.',
    },
    nl: {
      expected:
        'code_challenge moet een SHA-256-hash in base64url zijn, 43 tekens lang, met code_challenge_method S256.',
      meaning: 'Het verzoek heeft geen bruikbare PKCE-challenge. Alleen S256 wordt geaccepteerd.',
      causes: [
        'code_challenge of code_challenge_method ontbreekt, of de methode is plain.',
        'De challenge is de verifier zelf, of base64 in plaats van base64url, of eindigt op =.',
      ],
      mend: 'code_challenge is de SHA-256 van code_verifier in base64url, zonder opvulling: altijd 43 tekens.',
    },
  },
  'authorize.aud': {
    source: 'SMART App Launch 2.2, “Obtain authorization code”',
    en: {
      expected: 'aud must be the FHIR base of this server, the iss of the launch.',
      meaning: 'aud must be the FHIR base of this domain, so that no other server can collect a token meant for it.',
      causes: ['aud is the issuer or the token endpoint.', 'aud is the FHIR base of another environment.'],
      mend: 'Send the iss that came with the launch, unchanged, as aud.',
    },
    nl: {
      expected: 'aud moet het FHIR-basisadres van deze server zijn, de iss van de launch.',
      meaning:
        'aud moet het FHIR-basisadres van dit domein zijn, zodat geen andere server een token kan ophalen dat hiervoor bedoeld is.',
      causes: ['aud is de issuer of het token-endpoint.', 'aud is het FHIR-basisadres van een andere omgeving.'],
      mend: 'Stuur de iss die met de launch meekwam, ongewijzigd, als aud.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
