// Texts of the OAuth error codes, for refusals without a named check.

import type { ErrorEntry } from '#lib/checks/check-text.ts'
import type { OAuthErrorCode } from '#lib/oauth/oauth-error.ts'

export const CODE_ERRORS = {
  invalid_request: entry('RFC 6749 §4.1.2.1, §5.2', {
    en: [
      'The request cannot be understood, or uses a method that the address does not support.',
      'Read error_description and the Allow header, and compare with the description of the API.',
    ],
    nl: [
      'Het verzoek is niet te begrijpen, of gebruikt een methode die het adres niet kent.',
      'Lees error_description en de header Allow, en vergelijk met de beschrijving van de API.',
    ],
  }),
  invalid_client: entry('RFC 6749 §5.2', {
    en: ['The client did not prove who it is.', 'See token.client_assertion.'],
    nl: ['De client heeft niet aangetoond wie hij is.', 'Zie token.client_assertion.'],
  }),
  invalid_grant: entry('RFC 6749 §5.2', {
    en: [
      'The code or assertion is invalid, was used before, or belongs to another client.',
      'See token.code, token.redirect_uri and token.pkce, and begin again.',
    ],
    nl: [
      'De code of assertion is ongeldig, al eens gebruikt, of van een andere client.',
      'Zie token.code, token.redirect_uri en token.pkce, en begin opnieuw.',
    ],
  }),
  unauthorized_client: entry('RFC 6749 §4.1.2.1, §5.2', {
    en: ['The client may not do this, though others may.', 'Check the kind that the client is registered as.'],
    nl: [
      'Deze client mag dit niet, al mogen andere het wel.',
      'Controleer als welke soort de client is geregistreerd.',
    ],
  }),
  unsupported_grant_type: entry('RFC 6749 §5.2', {
    en: ['The grant is not offered.', 'See grant_types_supported in the discovery document.'],
    nl: ['Deze grant wordt niet aangeboden.', 'Zie grant_types_supported in het discovery-document.'],
  }),
  unsupported_response_type: entry('RFC 6749 §4.1.2.1', {
    en: ['The response_type is not code.', 'Send response_type=code.'],
    nl: ['De response_type is niet code.', 'Stuur response_type=code.'],
  }),
  invalid_scope: entry('RFC 6749 §4.1.2.1, §5.2', {
    en: ['The scope is unknown, malformed, or more than may be granted.', 'See authorize.scope and token.scope.'],
    nl: [
      'De scope is onbekend, onjuist geschreven, of meer dan mag worden gegeven.',
      'Zie authorize.scope en token.scope.',
    ],
  }),
  invalid_target: entry('RFC 8707 §2', {
    en: ['The token was asked for another server.', 'See token.resource.'],
    nl: ['Het token is voor een andere server gevraagd.', 'Zie token.resource.'],
  }),
  access_denied: entry('RFC 6749 §4.1.2.1', {
    en: [
      'The person, or the domain, does not allow it.',
      'See user.match and idp.login. Trying the same again does not help.',
    ],
    nl: [
      'De gebruiker of het domein staat het niet toe.',
      'Zie user.match en idp.login. Hetzelfde opnieuw proberen helpt niet.',
    ],
  }),
  login_required: entry('OpenID Connect Core §3.1.2.6', {
    en: [
      'The person has to sign in, and the request did not allow that.',
      'Send the request again without prompt=none.',
    ],
    nl: [
      'De gebruiker moet inloggen, en het verzoek liet dat niet toe.',
      'Stuur het verzoek opnieuw zonder prompt=none.',
    ],
  }),
  request_not_supported: entry('OpenID Connect Core §3.1.2.6, §6', {
    en: ['Request objects are not supported.', 'Send the parameters themselves.'],
    nl: ['Request-objecten worden niet ondersteund.', 'Stuur de parameters zelf.'],
  }),
  request_uri_not_supported: entry('OpenID Connect Core §3.1.2.6, §6', {
    en: ['request_uri is not supported, and nothing is fetched from it.', 'Send the parameters themselves.'],
    nl: ['request_uri wordt niet ondersteund, en er wordt niets van opgehaald.', 'Stuur de parameters zelf.'],
  }),
  registration_not_supported: entry('OpenID Connect Core §3.1.2.6, §7.2.1', {
    en: ['The registration parameter is not supported.', 'Register the app beforehand.'],
    nl: ['De parameter registration wordt niet ondersteund.', 'Registreer de app vooraf.'],
  }),
  server_error: entry('RFC 6749 §4.1.2.1', {
    en: [
      'Something went wrong on our side.',
      'Try again later. The operator of the domain finds the cause in its log.',
    ],
    nl: [
      'Er ging bij ons iets mis.',
      'Probeer het later opnieuw. De beheerder van het domein vindt de oorzaak in de log.',
    ],
  }),
  temporarily_unavailable: entry('RFC 6749 §4.1.2.1', {
    en: [
      'The server is busy at this moment.',
      'Wait as long as Retry-After says, and send the request again with a new client assertion.',
    ],
    nl: [
      'De server is op dit moment bezet.',
      'Wacht zo lang als Retry-After zegt, en stuur het verzoek opnieuw met een nieuwe client assertion.',
    ],
  }),
} as const satisfies Readonly<Record<OAuthErrorCode, ErrorEntry>>

type Sentences = readonly [meaning: string, mend: string]

function entry(source: string, { en, nl }: { readonly en: Sentences; readonly nl: Sentences }): ErrorEntry {
  const text = ([meaning, mend]: Sentences) => ({ meaning, causes: [], mend })
  return { source, en: text(en), nl: text(nl) }
}
