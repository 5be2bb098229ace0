// Texts of the checks of a FHIR request: the access token and the permissions of its client.
import type { CheckEntry } from './check-text.ts'

/** The declarations of the checks of a FHIR request by name. */
export const FHIR_CHECKS = {
  'fhir.bearer': {
    source: 'RFC 6750 §2.1, RFC 9068 §4, SMART App Launch 2.2 “Backend Services”',
    en: {
      expected: 'one current access token of this server, in the Authorization header.',
      meaning: 'The FHIR request does not carry an access token that is valid here and now.',
      causes: [
        'The token is older than 300 seconds.',
        'The access_token of the launch was sent: it gives no access to data. Read data with a client_credentials token.',
        'The token was signed by another environment, or is sent in the URL.',
        'The app has been disabled since.',
      ],
      mend: 'Get a token at the token endpoint with client_credentials, send it as Authorization: Bearer, and get a new one before it expires.',
    },
    nl: {
      expected: 'één geldig access-token van deze server, in de Authorization-header.',
      meaning: 'Het FHIR-verzoek heeft geen access-token dat hier en nu geldig is.',
      causes: [
        'Het token is ouder dan 300 seconden.',
        'Het access_token van de launch is gestuurd: dat geeft geen toegang tot gegevens. Gegevens lees je met een client_credentials-token.',
        'Het token is door een andere omgeving ondertekend, of staat in de URL.',
        'De app is intussen uitgeschakeld.',
      ],
      mend: 'Haal een token met client_credentials bij het token-endpoint, stuur het als Authorization: Bearer, en haal een nieuw voordat het verloopt.',
    },
  },
  'fhir.permission': {
    source: 'SMART App Launch 2.2 “Scopes for requesting FHIR resources”, RFC 6750 §3.1',
    en: {
      expected: 'the role and the scope of the token must both permit this interaction with this type.',
      meaning: 'The app is known, but may not do this with resources of this type.',
      causes: [
        'The role of the app has no permission for the type.',
        'The token was requested with a narrower scope than the role allows.',
        'The permission was revoked after the token was issued.',
      ],
      mend: 'Compare the scope that came with the token with what you ask for. An administrator changes the permissions of the role.',
    },
    nl: {
      expected: 'de rol en de scope van het token moeten deze interactie met dit type allebei toestaan.',
      meaning: 'De app is bekend, maar mag dit niet met resources van dit type.',
      causes: [
        'De rol van de app heeft geen recht op het type.',
        'Het token is gevraagd met een smallere scope dan de rol toestaat.',
        'Het recht is ingetrokken nadat het token is gegeven.',
      ],
      mend: 'Vergelijk de scope die bij het token kwam met wat je vraagt. Een beheerder verandert de rechten van de rol.',
    },
  },
  'fhir.write': {
    source: 'FHIR R4 http.html “create”, “update”, “patch”, “delete”, “transaction”',
    en: {
      expected: 'a valid resource, the current version, references that resolve, and no rule of the domain broken.',
      meaning: 'The app may write resources of this type, but this write was refused. Nothing was changed.',
      causes: [
        'Somebody else changed the resource meanwhile: If-Match names an older version.',
        'The resource is not valid FHIR R4, or does not meet the profile that it claims.',
        'It refers to a resource that does not exist, or that the app may not read.',
        'A rule of the domain forbids the step, such as reopening a completed Task.',
      ],
      mend: 'The OperationOutcome names each problem with its element. After a 412, read the resource again and repeat the change on it.',
    },
    nl: {
      expected:
        'een geldige resource, de huidige versie, verwijzingen die kloppen, en geen regel van het domein overtreden.',
      meaning: 'De app mag resources van dit type schrijven, maar deze wijziging is geweigerd. Er is niets veranderd.',
      causes: [
        'Iemand anders heeft de resource intussen gewijzigd: If-Match noemt een oudere versie.',
        'De resource is geen geldige FHIR R4, of voldoet niet aan het profiel dat hij noemt.',
        'Hij verwijst naar iets dat er niet is, of dat de app niet mag lezen.',
        'Een regel van het domein verbiedt de stap, zoals het heropenen van een voltooide Task.',
      ],
      mend: 'De OperationOutcome noemt elk probleem met zijn element. Lees de resource na een 412 opnieuw en herhaal de wijziging daarop.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
