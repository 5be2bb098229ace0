// Texts for problems in registry input: the rules report names, this file has the sentences for people.
import { GUESSABLE } from './guessable-password.ts'
import type { Catalogue, Language } from './language.ts'

const en = {
  client_id: () => 'client_id must be 1 to 64 letters, digits, dots or hyphens: it is a Device id, too.',
  client_id_taken: () => 'That client_id is taken.',
  app_name: () => 'The name must have 1 to 200 characters.',
  name_characters: () => 'The name has a line break, a control character or another one that cannot be shown.',
  app_kind: () => 'The kind must be one of module, platform, both.',
  launch_url_none: () => 'A launch URL is required: it is where the portal sends people.',
  launch_url: () => 'The launch URL must be https (http on this machine), without fragment.',
  redirect_none: () => 'A redirect URI is required: it is where the code goes.',
  redirect_fragment: (uri: string) => `The redirect_uri ${uri} must have no fragment.`,
  redirect_url: (uri: string) => `The redirect_uri ${uri} must be an absolute https URL (http on this machine only).`,
  logout_uri: () =>
    'The back-channel logout URI must be an absolute https URL (http on this machine only), without fragment.',
  webhook_origin: (origin: string) =>
    `The webhook origin ${origin} must be https (http on this machine), host and port alone: https://app.example.org.`,
  role_unknown: (name: string) => `There is no role named ${name}.`,
  keys_two_ways: () => 'Give the keys in one way only: a JWK Set, a PEM or a URL.',
  keys_none: () => 'At least one public key, or the URL of a JWK Set, is required.',
  keys_private: () => 'That is a private key. Make a new pair, and register the public key only.',
  keys_text: () => 'The text holds no public key: paste a JWK Set, a JWK or a PEM.',
  keys_empty: () => 'The set holds no keys.',
  kid_missing: () => 'Where there are several keys, each needs a kid.',
  kid_twice: () => 'No two keys may have the same kid.',
  jwk_private: (kid: string) => `Key ${kid} holds private members; register the public key only.`,
  jwk_use: (kid: string) =>
    `Key ${kid} is not for signatures (use must be sig, and key_ops have verify, where they are there).`,
  jwk_curve: (kid: string) => `Key ${kid} must be on the curve P-256, P-384 or P-521.`,
  jwk_type: (kid: string) => `Key ${kid} must be of type RSA or EC.`,
  jwk_bits: (kid: string) => `Key ${kid} must have at least 2048 bits.`,
  jwk_kid: (position: string) => `The kid of key ${position} must be a text of characters that can be seen.`,
  jwk_modulus: (kid: string) => `Key ${kid} has no usable modulus.`,
  jwk_exponent: (kid: string) => `Key ${kid} has no usable exponent.`,
  jwks_url: () => 'The JWKS URL must be an absolute URL.',
  jwks_url_user: () => 'The JWKS URL must have no user name, password or fragment.',
  jwks_url_self: () => 'The JWKS URL must not lead to the server itself.',
  jwks_url_https: () => 'The JWKS URL must be https.',
  jwks_url_private: () => 'The JWKS URL must not lead into a private network.',
  jwks_status: (status: string) => `The JWKS URL answered with status ${status}.`,
  jwks_size: () => 'The JWK Set is larger than 64 KB.',
  jwks_none: () => 'The JWKS URL did not answer with a JWK Set.',
  jwks_unread: () => 'The JWKS URL did not answer in time, or not at all.',
  permission_type: (type: string) => `${type} is not a type that this domain serves.`,
  permission_operations: (type: string) => `${type}: operations are letters out of c r u d s, in that order.`,
  permission_granted: (type: string) => `${type}: granted, and only granted, names client_ids.`,
  permission_client: (clientId: string) => `${clientId} is not a client_id.`,
  permission_twice: () => 'A permission is there twice.',
  role_name: () => 'The name of a role has letters, digits, dots, hyphens and underscores, at most 64.',
  user_email: () => 'Enter an e-mail address, such as name@example.org.',
  user_name: () => 'The name must have 1 to 200 characters.',
  user_password: () => 'The password must have at least 8 characters.',
  user_password_guessable: () => GUESSABLE.en,
  birth_date: () => 'Enter the date of birth.',
  record_patient: () => 'No record of a patient has that user name.',
  token_name: () => 'Say in 1 to 200 characters what the token is for.',
  token_scopes: () => 'Choose at least one thing that the token may do.',
  token_days: () => 'A token is valid for 1 to 366 days.',
  field: (path: string) => `${path} is not what is expected here.`,
} as const

const nl: typeof en = {
  client_id: () => 'client_id moet 1 tot 64 letters, cijfers, punten of streepjes zijn: het is ook een Device-id.',
  client_id_taken: () => 'Die client_id is bezet.',
  app_name: () => 'De naam moet 1 tot 200 tekens hebben.',
  name_characters: () => 'De naam heeft een regeleinde, een stuurteken of een ander teken dat niet te tonen is.',
  app_kind: () => 'De soort moet module, platform of both zijn.',
  launch_url_none: () => 'Er is een launch-URL nodig: daar stuurt het portaal mensen heen.',
  launch_url: () => 'De launch-URL moet https zijn (http op deze machine), zonder fragment.',
  redirect_none: () => 'Er is een redirect-URI nodig: daar gaat de code heen.',
  redirect_fragment: (uri) => `De redirect_uri ${uri} mag geen fragment hebben.`,
  redirect_url: (uri) => `De redirect_uri ${uri} moet een volledige https-URL zijn (http alleen op deze machine).`,
  logout_uri: () =>
    'De back-channel logout URI moet een volledige https-URL zijn (http alleen op deze machine), zonder fragment.',
  webhook_origin: (origin) =>
    `De webhook-origin ${origin} moet https zijn (http op deze machine), met alleen host en poort: https://app.example.org.`,
  role_unknown: (name) => `Er is geen rol met de naam ${name}.`,
  keys_two_ways: () => 'Geef de sleutels op één manier: een JWK Set, een PEM of een URL.',
  keys_none: () => 'Er is minstens één publieke sleutel nodig, of de URL van een JWK Set.',
  keys_private: () => 'Dat is een private sleutel. Maak een nieuw paar, en registreer alleen de publieke sleutel.',
  keys_text: () => 'De tekst bevat geen publieke sleutel: plak een JWK Set, een JWK of een PEM.',
  keys_empty: () => 'De set bevat geen sleutels.',
  kid_missing: () => 'Bij meer dan één sleutel moet elke een kid hebben.',
  kid_twice: () => 'Twee sleutels mogen niet dezelfde kid hebben.',
  jwk_private: (kid) => `Sleutel ${kid} bevat private delen; registreer alleen de publieke sleutel.`,
  jwk_use: (kid) =>
    `Sleutel ${kid} is niet voor handtekeningen (use moet sig zijn en key_ops moet verify hebben, waar ze er zijn).`,
  jwk_curve: (kid) => `Sleutel ${kid} moet op de kromme P-256, P-384 of P-521 liggen.`,
  jwk_type: (kid) => `Sleutel ${kid} moet van het type RSA of EC zijn.`,
  jwk_bits: (kid) => `Sleutel ${kid} moet minstens 2048 bits hebben.`,
  jwk_kid: (position) => `De kid van sleutel ${position} moet een tekst van zichtbare tekens zijn.`,
  jwk_modulus: (kid) => `Sleutel ${kid} heeft geen bruikbare modulus.`,
  jwk_exponent: (kid) => `Sleutel ${kid} heeft geen bruikbare exponent.`,
  jwks_url: () => 'De JWKS-URL moet een volledige URL zijn.',
  jwks_url_user: () => 'De JWKS-URL mag geen gebruikersnaam, wachtwoord of fragment hebben.',
  jwks_url_self: () => 'De JWKS-URL mag niet naar de server zelf leiden.',
  jwks_url_https: () => 'De JWKS-URL moet https zijn.',
  jwks_url_private: () => 'De JWKS-URL mag niet naar een privénetwerk leiden.',
  jwks_status: (status) => `De JWKS-URL antwoordde met status ${status}.`,
  jwks_size: () => 'De JWK Set is groter dan 64 KB.',
  jwks_none: () => 'De JWKS-URL antwoordde niet met een JWK Set.',
  jwks_unread: () => 'De JWKS-URL antwoordde niet op tijd, of helemaal niet.',
  permission_type: (type) => `${type} is geen type dat dit domein heeft.`,
  permission_operations: (type) => `${type}: bewerkingen zijn letters uit c r u d s, in die volgorde.`,
  permission_granted: (type) => `${type}: “gegeven door”, en alleen dat, noemt client_id’s.`,
  permission_client: (clientId) => `${clientId} is geen client_id.`,
  permission_twice: () => 'Een recht staat er twee keer.',
  role_name: () => 'De naam van een rol heeft letters, cijfers, punten, streepjes en underscores, hoogstens 64.',
  user_email: () => 'Vul een e-mailadres in, zoals naam@example.org.',
  user_name: () => 'De naam moet 1 tot 200 tekens hebben.',
  user_password: () => 'Het wachtwoord moet minstens 8 tekens hebben.',
  user_password_guessable: () => GUESSABLE.nl,
  birth_date: () => 'Vul de geboortedatum in.',
  record_patient: () => 'Geen dossier van een patiënt heeft die gebruikersnaam.',
  token_name: () => 'Zeg in 1 tot 200 tekens waar het token voor is.',
  token_scopes: () => 'Kies minstens één ding dat het token mag.',
  token_days: () => 'Een token is 1 tot 366 dagen geldig.',
  field: (path) => `${path} is niet wat hier verwacht wordt.`,
}

const TEXTS: Catalogue<typeof en> = { en, nl }

export type ProblemName = keyof typeof en

/** A problem with its offending value; it contains no secret. */
export interface Problem {
  readonly name: ProblemName
  readonly about?: string
}

/** True for a name that this file has a sentence for. */
export const isProblemName = (text: string): text is ProblemName => Object.hasOwn(en, text)

/** The sentence about a problem. */
export const problemText = ({ name, about = '' }: Problem, language: Language = 'en'): string =>
  TEXTS[language][name](about)
