// Texts of the checks of the token and introspection endpoints.
import type { CheckEntry } from './check-text.ts'

export const TOKEN_CHECKS = {
  'token.params': {
    source: 'RFC 6749 §3.2, §4.1.3',
    en: {
      expected: 'a form by POST, every parameter once and in the body.',
      meaning: 'The token request cannot be read, or lacks a parameter.',
      causes: [
        'The body is JSON. It must be application/x-www-form-urlencoded.',
        'A parameter is in the URL, or there twice.',
        'grant_type, code or redirect_uri is missing, or the body is larger than 64 KB (status 413).',
      ],
      mend: 'Send a form by POST, every parameter once and in the body.',
    },
    nl: {
      expected: 'een formulier met POST, elke parameter één keer en in de body.',
      meaning: 'Het token-verzoek is niet te lezen, of mist een parameter.',
      causes: [
        'De body is JSON. Het moet application/x-www-form-urlencoded zijn.',
        'Een parameter staat in de URL, of staat er dubbel.',
        'grant_type, code of redirect_uri ontbreekt, of de body is groter dan 64 KB (status 413).',
      ],
      mend: 'Stuur een formulier met POST, elke parameter één keer en in de body.',
    },
  },
  'token.client_assertion': {
    source: 'RFC 7523 §3, SMART App Launch 2.2 “Asymmetric authentication”',
    en: {
      expected: 'the assertion must be signed with the registered key of an approved client.',
      meaning: 'The application did not prove who it is. private_key_jwt is the only method.',
      causes: [
        'aud is not the token endpoint or the issuer, or has several values.',
        'iss and sub are not both the client_id.',
        'exp has passed or lies more than 300 seconds ahead, or jti was used before.',
        'kid names none of the registered keys, or the application is not approved.',
        'client_secret or a Basic header was sent as well (invalid_request).',
      ],
      mend: 'Sign a new JWT for each request: iss = sub = client_id, aud = the token endpoint, exp = now + 300, a random jti, kid in the header. A wrong key and an unknown application get the same answer on purpose: paste the JWT at /tools/jwt, which tells the developers of the app which of the two it is, and the keys that are registered.',
    },
    nl: {
      expected: 'de assertion moet met de geregistreerde sleutel van een goedgekeurde client ondertekend zijn.',
      meaning: 'De applicatie heeft niet aangetoond wie zij is. private_key_jwt is de enige methode.',
      causes: [
        'aud is niet het token-endpoint of de issuer, of heeft meer waarden.',
        'iss en sub zijn niet beide de client_id.',
        'exp is voorbij of ligt meer dan 300 seconden vooruit, of jti is al eens gebruikt.',
        'kid noemt geen geregistreerde sleutel, of de applicatie is niet goedgekeurd.',
        'Er is ook een client_secret of Basic-header gestuurd (invalid_request).',
      ],
      mend: 'Onderteken voor elk verzoek een nieuwe JWT: iss = sub = client_id, aud = het token-endpoint, exp = nu + 300, een willekeurige jti, kid in de header. Een verkeerde sleutel en een onbekende applicatie krijgen met opzet hetzelfde antwoord: plak de JWT bij /tools/jwt, dat de ontwikkelaars van de app zegt welke van de twee het is, en welke sleutels geregistreerd zijn.',
    },
  },
  'token.grant_type': {
    source: 'RFC 6749 §5.2',
    en: {
      expected: 'grant_type must be one that the client may use.',
      meaning: 'The grant is not offered, or not to this application.',
      causes: [
        'grant_type is refresh_token or password. There are authorization_code and client_credentials.',
        'A platform that is not registered to receive launches sent a code (unauthorized_client).',
      ],
      mend: 'Use authorization_code for a launch and client_credentials for data.',
    },
    nl: {
      expected: 'grant_type moet er een zijn die de client mag gebruiken.',
      meaning: 'Deze grant wordt niet aangeboden, of niet aan deze applicatie.',
      causes: [
        'grant_type is refresh_token of password. Er zijn authorization_code en client_credentials.',
        'Een platform dat niet is geregistreerd om launches te ontvangen stuurde een code (unauthorized_client).',
      ],
      mend: 'Gebruik authorization_code voor een launch en client_credentials voor gegevens.',
    },
  },
  'token.scope': {
    source: 'SMART App Launch 2.2 “Scopes”, RFC 6749 §3.3',
    en: {
      expected: 'scope must name system scopes that the role of the client permits.',
      meaning: 'Nothing of the scope that was asked for can be granted.',
      causes: [
        'The role of the application has no permission for these types.',
        'The scope is not a system/… scope, or its letters are out of order (rs, not sr).',
      ],
      mend: 'Ask for system/*.rs, or leave scope out to get all that the role allows. ./bin/slipway app list names the role, and role list what it permits.',
    },
    nl: {
      expected: 'scope moet system-scopes noemen die de rol van de client toestaat.',
      meaning: 'Niets van de gevraagde scope kan worden gegeven.',
      causes: [
        'De rol van de applicatie heeft geen rechten op deze types.',
        'De scope is geen system/…-scope, of de letters staan in de verkeerde volgorde (rs, niet sr).',
      ],
      mend: 'Vraag system/*.rs, of laat scope weg om alles te krijgen wat de rol toestaat. ./bin/slipway app list noemt de rol, en role list wat die toestaat.',
    },
  },
  'token.code': {
    source: 'RFC 6749 §4.1.2, §5.2 invalid_grant',
    en: {
      expected: 'the code must be known, unused, at most 60 seconds old and of this client.',
      meaning: 'The code is unknown, used, older than 60 seconds, or was given to another application.',
      causes: [
        'The request was sent twice, for example by a reload or a retry.',
        'The code waited too long in a queue.',
        'Another client_id was used at the authorize endpoint.',
      ],
      mend: 'Exchange each code once and at once. After a failure begin a new launch: a code that was refused stays dead.',
    },
    nl: {
      expected: 'de code moet bekend, ongebruikt, hoogstens 60 seconden oud en van deze client zijn.',
      meaning: 'De code is onbekend, gebruikt, ouder dan 60 seconden, of aan een andere applicatie gegeven.',
      causes: [
        'Het verzoek is twee keer gestuurd, bijvoorbeeld door herladen of opnieuw proberen.',
        'De code stond te lang in een wachtrij.',
        'Bij het authorize-endpoint is een andere client_id gebruikt.',
      ],
      mend: 'Wissel elke code één keer en meteen in. Begin na een fout een nieuwe launch: een geweigerde code blijft dood.',
    },
  },
  'token.redirect_uri': {
    source: 'RFC 6749 §4.1.3',
    en: {
      expected: 'redirect_uri must be that of the authorize request.',
      meaning: 'redirect_uri is not the one of the authorize request.',
      causes: ['The address is built again from the Host header, behind a proxy.', 'A slash or the port differs.'],
      mend: 'Send the very string that you sent to the authorize endpoint. The code is used up.',
    },
    nl: {
      expected: 'redirect_uri moet die van het authorize-verzoek zijn.',
      meaning: 'redirect_uri is niet die van het authorize-verzoek.',
      causes: [
        'Het adres wordt achter een proxy opnieuw uit de Host-header opgebouwd.',
        'Een schuine streep of de poort verschilt.',
      ],
      mend: 'Stuur precies dezelfde tekst als naar het authorize-endpoint. De code is verbruikt.',
    },
  },
  'token.pkce': {
    source: 'RFC 7636 §4.5, §4.6',
    en: {
      expected: 'code_verifier must be the one that the code_challenge was made from.',
      meaning: 'code_verifier does not prove the code_challenge of the authorize request.',
      causes: [
        'The verifier of another tab or another launch was sent.',
        'The challenge was sent in place of the verifier.',
        'The verifier is shorter than 43 or longer than 128 characters.',
      ],
      mend: 'Keep the verifier with the state of the launch it belongs to. The code is used up.',
    },
    nl: {
      expected: 'code_verifier moet die zijn waar de code_challenge van gemaakt is.',
      meaning: 'code_verifier past niet bij de code_challenge van het authorize-verzoek.',
      causes: [
        'De verifier van een ander tabblad of een andere launch is gestuurd.',
        'De challenge is gestuurd in plaats van de verifier.',
        'De verifier is korter dan 43 of langer dan 128 tekens.',
      ],
      mend: 'Bewaar de verifier bij de state van de launch waar die bij hoort. De code is verbruikt.',
    },
  },
  'token.resource': {
    source: 'RFC 8707 §2',
    en: {
      expected: 'resource must be the FHIR base of this server.',
      meaning: 'resource names another server than the FHIR API of this domain.',
      causes: ['resource is the issuer.', 'resource is the FHIR base of another environment.'],
      mend: 'Leave resource out, or send the FHIR base.',
    },
    nl: {
      expected: 'resource moet het FHIR-basisadres van deze server zijn.',
      meaning: 'resource noemt een andere server dan de FHIR-API van dit domein.',
      causes: ['resource is de issuer.', 'resource is het FHIR-basisadres van een andere omgeving.'],
      mend: 'Laat resource weg, of stuur het FHIR-basisadres.',
    },
  },
  'introspect.params': {
    source: 'RFC 7662 §2.1',
    en: {
      expected: 'token is required, in a form by POST.',
      meaning: 'The introspection request cannot be read, or has no token.',
      causes: ['token is missing, or is in the URL.', 'The body is not application/x-www-form-urlencoded.'],
      mend: 'Send token in a form by POST, with a client_assertion or a bearer token of your own.',
    },
    nl: {
      expected: 'token is verplicht, in een formulier met POST.',
      meaning: 'Het introspectie-verzoek is niet te lezen, of heeft geen token.',
      causes: ['token ontbreekt, of staat in de URL.', 'De body is geen application/x-www-form-urlencoded.'],
      mend: 'Stuur token in een formulier met POST, met een client_assertion of een eigen bearer-token.',
    },
  },
  'token.rate': {
    source: 'RFC 6749 §5.2, RFC 6585 §4',
    en: {
      expected: 'at most as many requests as the server allows; wait as long as Retry-After says.',
      meaning: 'The application, or the address it calls from, asked for tokens more often than this server allows.',
      causes: [
        'A token is fetched for every request instead of being kept until it expires.',
        'A loop repeats a call that was refused.',
      ],
      mend: 'Wait as long as Retry-After says. Keep a token for the five minutes that it lives.',
    },
    nl: {
      expected: 'niet meer verzoeken dan toegestaan; wacht zo lang als Retry-After zegt.',
      meaning: 'De applicatie, of het adres waar ze vandaan komt, vroeg vaker om tokens dan deze server toestaat.',
      causes: [
        'Voor elk verzoek wordt een token opgehaald in plaats van het te bewaren tot het verloopt.',
        'Een lus herhaalt een aanroep die geweigerd is.',
      ],
      mend: 'Wacht zo lang als Retry-After zegt. Bewaar een token de vijf minuten dat het leeft.',
    },
  },
  'introspect.rate': {
    source: 'RFC 7662 §4',
    en: {
      expected: 'at most 30 tokens a minute that are not active; wait as long as Retry-After says.',
      meaning: 'The application asked about many tokens that are not active, as somebody who guesses would.',
      causes: [
        'Tokens that expired long ago are asked about again and again.',
        'Tokens of another server are asked about.',
        'The same token is asked about for every request, more often than this server allows.',
      ],
      mend: 'Wait as long as Retry-After says, and read exp before you ask.',
    },
    nl: {
      expected: 'hoogstens 30 tokens per minuut die niet actief zijn; wacht zo lang als Retry-After zegt.',
      meaning: 'De applicatie vroeg naar veel tokens die niet actief zijn, zoals iemand die raadt.',
      causes: [
        'Er wordt steeds gevraagd naar lang verlopen tokens.',
        'Er wordt gevraagd naar tokens van een andere server.',
        'Bij elk verzoek wordt naar hetzelfde token gevraagd, vaker dan deze server toestaat.',
      ],
      mend: 'Wacht zo lang als Retry-After zegt, en lees exp voordat je vraagt.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
