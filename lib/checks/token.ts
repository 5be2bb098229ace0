// Texts of the checks of the token and introspection endpoints.
import type { CheckEntry } from './check-text.ts'

export const TOKEN_CHECKS = {
  'token.params': {
    source: 'RFC 6749 §3.2, §4.1.3',
    en: {
      expected: 'a form sent by POST, with each parameter once and in the body.',
      meaning: 'The token request cannot be read, or lacks a parameter.',
      causes: [
        'The body is JSON. It must be application/x-www-form-urlencoded.',
        'A parameter is in the URL, or is sent twice.',
        'grant_type, code or redirect_uri is missing, or the body is larger than 64 KB (status 413).',
      ],
      mend: 'Send a form by POST, with each parameter once and in the body.',
    },
    nl: {
      expected: 'een formulier met POST, met elke parameter één keer en in de body.',
      meaning: 'Het token-verzoek is niet te lezen, of mist een parameter.',
      causes: [
        'De body is JSON. Het moet application/x-www-form-urlencoded zijn.',
        'Een parameter staat in de URL, of staat er dubbel.',
        'grant_type, code of redirect_uri ontbreekt, of de body is groter dan 64 KB (status 413).',
      ],
      mend: 'Stuur een formulier met POST, met elke parameter één keer en in de body.',
    },
  },
  'token.client_assertion': {
    source: 'RFC 7523 §3, SMART App Launch 2.2 “Asymmetric authentication”',
    en: {
      expected: 'the assertion must be signed with the registered key of an approved client.',
      meaning: 'The app did not prove who it is. private_key_jwt is the only method.',
      causes: [
        'aud is not the token endpoint or the issuer, or has several values.',
        'iss and sub are not both the client_id.',
        'exp has passed or lies more than 300 seconds ahead, or jti was used before.',
        'kid names none of the registered keys, or the app is not approved.',
        'client_secret or a Basic header was sent as well (invalid_request).',
      ],
      mend: 'Sign a new JWT for each request: iss = sub = client_id, aud = the token endpoint, exp = now + 300, a random jti, kid in the header. A wrong key and an unknown app get the same answer on purpose: paste the JWT at /tools/jwt, which tells the developers of the app which of the two it is, and the keys that are registered.',
    },
    nl: {
      expected: 'de assertion moet met de geregistreerde sleutel van een goedgekeurde client ondertekend zijn.',
      meaning: 'De app heeft niet aangetoond wie die is. private_key_jwt is de enige methode.',
      causes: [
        'aud is niet het token-endpoint of de issuer, of heeft meer waarden.',
        'iss en sub zijn niet beide de client_id.',
        'exp is voorbij of ligt meer dan 300 seconden vooruit, of jti is al eens gebruikt.',
        'kid noemt geen geregistreerde sleutel, of de app is niet goedgekeurd.',
        'Er is ook een client_secret of Basic-header gestuurd (invalid_request).',
      ],
      mend: 'Onderteken voor elk verzoek een nieuwe JWT: iss = sub = client_id, aud = het token-endpoint, exp = nu + 300, een willekeurige jti, kid in de header. Een verkeerde sleutel en een onbekende app krijgen met opzet hetzelfde antwoord: plak de JWT bij /tools/jwt, dat de ontwikkelaars van de app zegt welke van de twee het is, en welke sleutels geregistreerd zijn.',
    },
  },
  'token.grant_type': {
    source: 'RFC 6749 §5.2',
    en: {
      expected: 'grant_type must be one that the client may use.',
      meaning: 'The grant is not offered, or not to this app.',
      causes: [
        'grant_type is refresh_token or password. Supported are authorization_code and client_credentials.',
        'A portal that is not registered to receive launches sent a code (unauthorized_client).',
      ],
      mend: 'Use authorization_code for a launch and client_credentials for data.',
    },
    nl: {
      expected: 'grant_type moet er een zijn die de client mag gebruiken.',
      meaning: 'Deze grant wordt niet aangeboden, of niet aan deze app.',
      causes: [
        'grant_type is refresh_token of password. Ondersteund zijn authorization_code en client_credentials.',
        'Een portaal dat niet is geregistreerd om launches te ontvangen stuurde een code (unauthorized_client).',
      ],
      mend: 'Gebruik authorization_code voor een launch en client_credentials voor gegevens.',
    },
  },
  'token.scope': {
    source: 'SMART App Launch 2.2 “Scopes”, RFC 6749 §3.3',
    en: {
      expected: 'scope must name system scopes that the role of the client permits.',
      meaning: 'None of the requested scopes can be granted.',
      causes: [
        'The role of the app has no permission for these types.',
        'The scope is not a system/… scope, or its letters are out of order (rs, not sr).',
      ],
      mend: 'Ask for system/*.rs, or leave scope out to get everything the role allows. ./bin/slipway app list shows the role, and ./bin/slipway role list its permissions.',
    },
    nl: {
      expected: 'scope moet system-scopes noemen die de rol van de client toestaat.',
      meaning: 'Geen van de gevraagde scopes kan worden gegeven.',
      causes: [
        'De rol van de app heeft geen rechten op deze typen.',
        'De scope is geen system/…-scope, of de letters staan in de verkeerde volgorde (rs, niet sr).',
      ],
      mend: 'Vraag system/*.rs, of laat scope weg om alles te krijgen wat de rol toestaat. ./bin/slipway app list toont de rol, en ./bin/slipway role list de rechten ervan.',
    },
  },
  'token.code': {
    source: 'RFC 6749 §4.1.2, §5.2 invalid_grant',
    en: {
      expected: 'the code must be known, unused, at most 60 seconds old and issued to this client.',
      meaning: 'The code is unknown, used, older than 60 seconds, or was given to another app.',
      causes: [
        'The request was sent twice, for example by a reload or a retry.',
        'The code waited too long in a queue.',
        'Another client_id was used at the authorize endpoint.',
      ],
      mend: 'Exchange each code once, and immediately. After a failure start a new launch: a refused code cannot be used again.',
    },
    nl: {
      expected: 'de code moet bekend, ongebruikt, hoogstens 60 seconden oud en aan deze client gegeven zijn.',
      meaning: 'De code is onbekend, gebruikt, ouder dan 60 seconden, of aan een andere app gegeven.',
      causes: [
        'Het verzoek is twee keer gestuurd, bijvoorbeeld doordat de pagina opnieuw is geladen.',
        'De code stond te lang in een wachtrij.',
        'Bij het authorize-endpoint is een andere client_id gebruikt.',
      ],
      mend: 'Wissel elke code één keer en meteen in. Begin na een fout een nieuwe launch: een geweigerde code is niet meer te gebruiken.',
    },
  },
  'token.redirect_uri': {
    source: 'RFC 6749 §4.1.3',
    en: {
      expected: 'redirect_uri must equal the redirect_uri of the authorize request.',
      meaning: 'redirect_uri differs from the redirect_uri of the authorize request.',
      causes: ['The address is rebuilt from the Host header, behind a proxy.', 'A slash or the port differs.'],
      mend: 'Send exactly the string that you sent to the authorize endpoint. The code is used up.',
    },
    nl: {
      expected: 'redirect_uri moet gelijk zijn aan de redirect_uri van het authorize-verzoek.',
      meaning: 'redirect_uri verschilt van de redirect_uri van het authorize-verzoek.',
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
      expected: 'code_verifier must match the code_challenge of the authorize request.',
      meaning: 'code_verifier does not match the code_challenge of the authorize request.',
      causes: [
        'The verifier of another tab or another launch was sent.',
        'The challenge was sent in place of the verifier.',
        'The verifier is shorter than 43 or longer than 128 characters.',
      ],
      mend: 'Keep the verifier with the state of the launch it belongs to. The code is used up.',
    },
    nl: {
      expected: 'code_verifier moet bij de code_challenge van het authorize-verzoek passen.',
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
      expected: 'no more requests than the server allows; wait as long as Retry-After says.',
      meaning: 'The app, or the address it calls from, asked for tokens more often than this server allows.',
      causes: [
        'A token is fetched for every request instead of being kept until it expires.',
        'A loop repeats a call that was refused.',
      ],
      mend: 'Wait as long as Retry-After says. Reuse each token for the five minutes that it is valid.',
    },
    nl: {
      expected: 'niet meer verzoeken dan toegestaan; wacht zo lang als Retry-After zegt.',
      meaning: 'De app, of het adres waar de verzoeken vandaan komen, vroeg vaker om tokens dan deze server toestaat.',
      causes: [
        'Voor elk verzoek wordt een token opgehaald in plaats van het te bewaren tot het verloopt.',
        'Een lus herhaalt een aanroep die geweigerd is.',
      ],
      mend: 'Wacht zo lang als Retry-After zegt. Bewaar elk token de vijf minuten dat het geldig is.',
    },
  },
  'introspect.rate': {
    source: 'RFC 7662 §4',
    en: {
      expected: 'at most 30 inactive tokens a minute; wait as long as Retry-After says.',
      meaning: 'The app asked about many inactive tokens, as somebody who guesses tokens would.',
      causes: [
        'The app keeps asking about tokens that expired long ago.',
        'It asks about tokens of another server.',
        'It asks about the same token at every request, more often than this server allows.',
      ],
      mend: 'Wait as long as Retry-After says, and read exp before you ask.',
    },
    nl: {
      expected: 'hoogstens 30 inactieve tokens per minuut; wacht zo lang als Retry-After zegt.',
      meaning: 'De app vroeg naar veel inactieve tokens, zoals iemand die tokens raadt.',
      causes: [
        'Er wordt steeds gevraagd naar lang verlopen tokens.',
        'Er wordt gevraagd naar tokens van een andere server.',
        'Bij elk verzoek wordt naar hetzelfde token gevraagd, vaker dan deze server toestaat.',
      ],
      mend: 'Wacht zo lang als Retry-After zegt, en lees exp voordat je vraagt.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
