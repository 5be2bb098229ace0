// The sentences of refusals whose check has several, in Dutch: for them its rule does not say what was wrong.

/** By the first sentence of the answer. */
export const DUTCH_REASONS: Readonly<Record<string, string>> = {
  'alg must be one of RS, ES or PS with 256, 384 or 512.': 'alg moet RS, ES of PS met 256, 384 of 512 zijn.',
  'sub must be Patient/id, Practitioner/id or RelatedPerson/id.':
    'sub moet Patient/id, Practitioner/id of RelatedPerson/id zijn.',
  'resource must be a Task that is not entered in error.':
    'resource moet een Task zijn die niet per ongeluk is ingevoerd (entered-in-error).',
  'patient must be the same as sub when a patient launches.':
    'patient moet gelijk zijn aan sub als een patiënt de taak opent.',
  'patient must be the patient of the RelatedPerson in sub.':
    'patient moet de patiënt van de RelatedPerson in sub zijn.',
  'the launch was used before; each launch needs a new token.':
    'de launch is al eens gebruikt; elke launch heeft een nieuw token nodig.',
  'the server was restored from a backup; wait half a minute and launch again.':
    'de server is uit een back-up hersteld; wacht een halve minuut en open de taak opnieuw.',
  'the platform must still be approved to launch.': 'het portaal mag geen taken meer openen.',
  'the account of the login must still exist.': 'het account waarmee is ingelogd bestaat niet meer.',
  'the person must still be active and have the user name of the login.':
    'de persoon is niet meer actief, of heeft de gebruikersnaam van het inloggen niet meer.',
  'the person cancelled the sign-in.': 'de persoon annuleerde het inloggen.',
  'the person must sign in at the identity provider.': 'de persoon moet eerst bij de identiteitsprovider inloggen.',
  'the identity provider is busy.': 'de identiteitsprovider heeft het druk.',
  'the identity provider reported an error.': 'de identiteitsprovider meldde een fout.',
  'the response of the identity provider must have one code.':
    'het antwoord van de identiteitsprovider moet één code hebben.',
  'the response of the identity provider could not be verified.':
    'het antwoord van de identiteitsprovider was niet te controleren.',
  'the login is older than max_age allows.': 'er is langer geleden ingelogd dan max_age toestaat.',
  'A bearer token is required; /.well-known/smart-configuration names the token endpoint.':
    'Het verzoek heeft geen bearer-token; /.well-known/smart-configuration noemt het token-endpoint.',
  'The Authorization header must have exactly one bearer token.':
    'De header Authorization moet precies één bearer-token hebben.',
  'This is no access token for FHIR; the access_token of a launch, which only identifies the launch, is none either.':
    'Dit is geen access token voor FHIR; het access_token van een launch, dat alleen de launch aanduidt, is dat ook niet.',
  'The token has expired.': 'Het token is verlopen.',
  'This JWT is no access token.': 'Deze JWT is geen access token.',
  'The client of the token is not active.': 'De app van het token is niet actief.',
  'The token was not issued by this server for this FHIR base, or is no longer valid.':
    'Het token is niet door deze server voor dit FHIR-adres gegeven, of is niet meer geldig.',
}

/** Sentences that begin with the name of a parameter or claim. */
const ABOUT_NAMES: Readonly<Record<string, (name: string) => string>> = {
  'is required.': (name) => `${name} ontbreekt.`,
  'must be sent once.': (name) => `${name} moet één keer gestuurd zijn.`,
  'must be sent exactly once.': (name) => `${name} moet precies één keer gestuurd zijn.`,
  'must be a resource of this domain.': (name) => `${name} noemt geen resource van dit domein.`,
}

/** A sentence of a refusal in Dutch; undefined for one that is not in the table. */
export function inDutch(reason: string): string | undefined {
  const [first = ''] = reason.split(/(?<=\.) /)
  const blank = first.indexOf(' ')
  return DUTCH_REASONS[first] ?? ABOUT_NAMES[first.slice(blank + 1)]?.(first.slice(0, blank))
}
