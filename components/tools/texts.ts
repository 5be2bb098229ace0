// Texts of the tools for developers. Those of the checks are in check-texts.ts.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'Tools',
  lead: 'For developers of an app or a portal. Everything happens in this browser, unless the page says otherwise.',
  about: {
    fhir: 'Send a FHIR request with the token of an app of this domain or with your own, and see the answer, the checks behind it and its curl.',
    jwt: 'Decode a launch token, client assertion or id_token, and run this server’s own checks on it.',
    keys: 'Make a key pair as JWK, JWK Set and PEM.',
    assertion: 'Sign a client_assertion and get the curl for the token endpoint.',
    pkce: 'Make a code_verifier and its code_challenge, or see whether two match.',
  },
  stays: 'Stays in this browser: nothing on this page is sent anywhere.',
  staysButCheck:
    'Decoding stays in this browser. “Check” sends the token to this server and nowhere else; it is not stored or logged, and its jti is not used up.',
  noCrypto: 'This browser supports cryptography only on https or localhost.',
  // JWT
  jwtTitle: 'JWT decoder',
  token: 'Token',
  tokenHint: 'Paste a compact JWT: three parts with dots between them.',
  sample: 'Show me one',
  sampleSigned:
    'The portal of this demo has just signed it, for a task of the first demo person. It is valid for five minutes, and the check accepts it. Change a letter to see what fails.',
  sampleUnsigned:
    'It has the claims of a launch token, but nobody signed it, and its iss is no portal here: the check refuses it and says why.',
  clear: 'Clear',
  privateKey: 'That is a private key',
  privateKeyText:
    'Your browser recognised it and does not send it. If you meant to send it to somebody, replace it with a new pair.',
  problems: {
    parts: (count: number) =>
      count === 5
        ? 'There are five parts: this token is encrypted (JWE), which this domain does not use.'
        : `A JWT has three parts with dots between them; here ${count === 1 ? 'is one' : `are ${count}`}.`,
    base64url: (part: string) => `The ${part} is not base64url of UTF-8: was it cut off, or decoded before?`,
    json: (part: string) => `The ${part} is not a JSON object.`,
  },
  parts: { header: 'header', claims: 'payload' },
  header: 'Header',
  claims: 'Claims',
  claim: 'Claim',
  value: 'Value',
  meaning: 'Meaning',
  unknownClaim: 'not a claim of these protocols',
  unproven: 'Decoded, not verified: anybody can write these.',
  clock: (seconds: number) =>
    Math.abs(seconds) < 3
      ? 'The clock of this computer agrees with the server’s.'
      : `The clock of this computer is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the server’s; times here are by the server’s.`,
  checkTitle: 'What this server says about it',
  checkAs: 'Check as',
  kinds: { launch: 'launch token', assertion: 'client assertion', id_token: 'id_token' },
  check: 'Check',
  mayNot: 'Here only administrators and developers with an app can check tokens.',
  toConnect: 'Sign in and connect an app',
  accepted: (kind: string) => `This server would accept it as ${kind}.`,
  refused: (kind: string, count: number) =>
    `This server would refuse it as ${kind}: ${count === 1 ? 'one check fails' : `${count} checks fail`}.`,
  outcomes: { pass: 'passes', fail: 'fails', not_reached: 'not reached' },
  expected: 'Expected',
  received: 'Received',
  mend: 'How to fix it',
  more: 'More about this error',
  skew: (seconds: number) => `Clocks may differ by ${seconds} s.`,
  // keys
  keysTitle: 'Key pair generator',
  algorithm: 'Algorithm',
  algorithmHint: 'SMART App Launch names RS384 and ES384.',
  makeKeys: 'Make a key pair',
  makingKeys: 'Making',
  keysMade: (kid: string) => `Key ${kid} is made. Save the private half now: it cannot be shown again.`,
  publicHalf: 'Public half',
  publicText: 'This is what you register or publish.',
  privateHalf: 'Private half',
  privateText: 'This stays with your app. It never leaves this browser unless you save it.',
  forms: { jwk: 'JWK', jwks: 'JWK Set', pem: 'PEM' },
  show: (form: string) => `Show as ${form}`,
  download: (file: string) => `Download ${file}`,
  // assertion
  assertionTitle: 'Assertion builder',
  signingKey: 'Private key',
  signingKeyHint: 'A JWK with d, or PEM (PKCS #8). It is read in this browser and never sent.',
  badKey:
    'There is no private key in that. A PEM that begins with RSA or EC PRIVATE KEY becomes PKCS #8 by: openssl pkcs8 -topk8 -nocrypt',
  keyRead: (alg: string, kid: string) => `${alg}, kid ${kid}`,
  makeOne: 'Make one',
  clientId: 'client_id',
  audience: 'Token endpoint (aud)',
  lifetime: 'Lifetime in seconds',
  lifetimeHint: 'At most 300.',
  sign: 'Sign',
  assertion: 'client_assertion',
  curl: 'curl for the token endpoint',
  curlHint: 'An assertion works for one request. Sign a new one for the next.',
  registerHint: 'The public half must be registered for that client_id; here is its JWK:',
  // PKCE
  pkceTitle: 'PKCE calculator',
  verifier: 'code_verifier',
  verifierHint: '43 to 128 characters out of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).',
  makeVerifier: 'Make one',
  badVerifier: (length: number) =>
    `That is not a code_verifier: ${length === 1 ? '1 character' : `${length} characters`}, or one that is not allowed.`,
  challenge: 'code_challenge (S256)',
  compare: 'Does it match this code_challenge?',
  same: 'They match.',
  different: 'They do not match.',
  differentPlain: 'This is the verifier itself (method plain), which this server refuses.',
  differentPadded: 'It would match without the = at the end: base64url has no padding here.',
}

const nl: typeof en = {
  title: 'Gereedschap',
  lead: 'Voor wie een app of een portaal bouwt. Alles wordt in deze browser uitgerekend, behalve waar de pagina anders zegt.',
  about: {
    fhir: 'Stuur een FHIR-verzoek met het token van een app van dit domein of met je eigen, en zie het antwoord, de controles erachter en de curl.',
    jwt: 'Decodeer een launch-token, client assertion of id_token, en voer de controles van deze server erop uit.',
    keys: 'Maak een sleutelpaar als JWK, JWK Set en PEM.',
    assertion: 'Onderteken een client_assertion en krijg de curl voor het token-endpoint.',
    pkce: 'Maak een code_verifier met zijn code_challenge, of kijk of twee bij elkaar horen.',
  },
  stays: 'Blijft in deze browser: niets op deze pagina wordt ergens heen gestuurd.',
  staysButCheck:
    'Het decoderen blijft in deze browser. “Controleren” stuurt het token naar deze server en nergens anders heen; het wordt niet bewaard of gelogd, en de jti wordt niet opgebruikt.',
  noCrypto: 'Deze browser doet cryptografie alleen op https of localhost.',
  jwtTitle: 'JWT-decoder',
  token: 'Token',
  tokenHint: 'Plak een compacte JWT: drie delen met punten ertussen.',
  sample: 'Laat er een zien',
  sampleSigned:
    'Het portaal van deze demo heeft het net ondertekend, voor een taak van de eerste demopersoon. Het is vijf minuten geldig, en de controle accepteert het. Verander een letter om te zien wat er faalt.',
  sampleUnsigned:
    'Het heeft de claims van een launch-token, maar niemand heeft het ondertekend, en de iss is hier geen portaal: de controle weigert het en zegt waarom.',
  clear: 'Leegmaken',
  privateKey: 'Dat is een private sleutel',
  privateKeyText:
    'Je browser heeft hem herkend en verstuurt hem niet. Wilde je hem aan iemand sturen, vervang hem dan door een nieuw paar.',
  problems: {
    parts: (count) =>
      count === 5
        ? 'Er zijn vijf delen: dit token is versleuteld (JWE), en dat gebruikt dit domein niet.'
        : `Een JWT heeft drie delen met punten ertussen; hier ${count === 1 ? 'is het er één' : `zijn het er ${count}`}.`,
    base64url: (part) => `De ${part} is geen base64url van UTF-8: is hij afgekapt, of al gedecodeerd?`,
    json: (part) => `De ${part} is geen JSON-object.`,
  },
  parts: { header: 'header', claims: 'payload' },
  header: 'Header',
  claims: 'Claims',
  claim: 'Claim',
  value: 'Waarde',
  meaning: 'Betekenis',
  unknownClaim: 'geen claim van deze protocollen',
  unproven: 'Gedecodeerd, niet geverifieerd: iedereen kan dit schrijven.',
  clock: (seconds) =>
    Math.abs(seconds) < 3
      ? 'De klok van deze computer loopt gelijk met die van de server.'
      : `De klok van deze computer loopt ${Math.abs(seconds)} s ${seconds > 0 ? 'voor' : 'achter'} op die van de server; de tijden hier zijn die van de server.`,
  checkTitle: 'Wat deze server ervan vindt',
  checkAs: 'Controleren als',
  kinds: { launch: 'launch-token', assertion: 'client assertion', id_token: 'id_token' },
  check: 'Controleren',
  mayNot: 'Hier kunnen alleen beheerders en ontwikkelaars met een app tokens controleren.',
  toConnect: 'Log in en sluit een app aan',
  accepted: (kind) => `Deze server zou het accepteren als ${kind}.`,
  refused: (kind, count) =>
    `Deze server zou het weigeren als ${kind}: ${count === 1 ? 'één controle faalt' : `${count} controles falen`}.`,
  outcomes: { pass: 'klopt', fail: 'faalt', not_reached: 'niet bereikt' },
  expected: 'Verwacht',
  received: 'Ontvangen',
  mend: 'Zo los je het op',
  more: 'Meer over deze fout',
  skew: (seconds) => `Klokken mogen ${seconds} s verschillen.`,
  keysTitle: 'Sleutelpaar maken',
  algorithm: 'Algoritme',
  algorithmHint: 'SMART App Launch noemt RS384 en ES384.',
  makeKeys: 'Sleutelpaar maken',
  makingKeys: 'Bezig',
  keysMade: (kid) => `Sleutel ${kid} is gemaakt. Bewaar de private helft nu: die is niet nog eens te tonen.`,
  publicHalf: 'Publieke helft',
  publicText: 'Deze registreer of publiceer je.',
  privateHalf: 'Private helft',
  privateText: 'Deze blijft bij je app, en verlaat deze browser alleen als je die opslaat.',
  forms: { jwk: 'JWK', jwks: 'JWK Set', pem: 'PEM' },
  show: (form) => `Tonen als ${form}`,
  download: (file) => `${file} downloaden`,
  assertionTitle: 'Assertion maken',
  signingKey: 'Private sleutel',
  signingKeyHint: 'Een JWK met d, of PEM (PKCS #8). Die wordt in deze browser gelezen en nooit verstuurd.',
  badKey:
    'Daar staat geen private sleutel in. Een PEM die begint met RSA of EC PRIVATE KEY wordt PKCS #8 met: openssl pkcs8 -topk8 -nocrypt',
  keyRead: (alg, kid) => `${alg}, kid ${kid}`,
  makeOne: 'Maak er een',
  clientId: 'client_id',
  audience: 'Token-endpoint (aud)',
  lifetime: 'Geldigheid in seconden',
  lifetimeHint: 'Hoogstens 300.',
  sign: 'Ondertekenen',
  assertion: 'client_assertion',
  curl: 'curl voor het token-endpoint',
  curlHint: 'Een assertion werkt voor één verzoek. Onderteken een nieuwe voor het volgende.',
  registerHint: 'De publieke helft moet bij die client_id geregistreerd zijn; dit is de JWK:',
  pkceTitle: 'PKCE-rekenaar',
  verifier: 'code_verifier',
  verifierHint: '43 tot 128 tekens uit A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).',
  makeVerifier: 'Maak er een',
  badVerifier: (length) =>
    `Dat is geen code_verifier: ${length === 1 ? '1 teken' : `${length} tekens`}, of een teken dat niet mag.`,
  challenge: 'code_challenge (S256)',
  compare: 'Hoort hij bij deze code_challenge?',
  same: 'Ze horen bij elkaar.',
  different: 'Ze horen niet bij elkaar.',
  differentPlain: 'Dit is de verifier zelf: methode plain, en die wordt hier geweigerd.',
  differentPadded: 'Wel zonder de = aan het eind: base64url heeft hier geen opvulling.',
}

export const toolsTexts: Catalogue<typeof en> = { en, nl }
