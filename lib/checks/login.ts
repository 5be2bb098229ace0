// Texts of the checks of the log-in at the shared identity provider, including that it is the person of the launch.
import type { CheckEntry } from './check-text.ts'

export const LOGIN_CHECKS = {
  'idp.reachable': {
    source: 'RFC 6749 §4.1.2.1 temporarily_unavailable',
    en: {
      expected: 'the identity provider must answer.',
      meaning:
        'The shared identity provider did not answer in time, so nobody could sign in. The launch was not used up.',
      causes: ['The provider is down or slow.', 'SHARED_IDP_ISSUER is not the issuer of its discovery document.'],
      mend: 'Try again in a few minutes. The operator of the domain opens the discovery document of the provider from this server.',
    },
    nl: {
      expected: 'de identiteitsprovider moet antwoorden.',
      meaning:
        'De gedeelde identiteitsprovider antwoordde niet op tijd, dus kon niemand inloggen. De launch is niet verbruikt.',
      causes: [
        'De provider ligt eruit of is traag.',
        'SHARED_IDP_ISSUER is niet de issuer in zijn discovery-document.',
      ],
      mend: 'Probeer het over een paar minuten opnieuw. De beheerder van het domein opent vanaf deze server het discovery-document van de provider.',
    },
  },
  'idp.transaction': {
    source: 'OpenID Connect Core §3.1.2.1 state, RFC 9700 §4.7',
    en: {
      expected: 'state must belong to a login that started in this browser.',
      meaning: 'The login response does not belong to a login that started in this browser less than ten minutes ago.',
      causes: [
        'The browser does not keep cookies, or the app runs in a frame of another site.',
        'The person waited too long at the login page, or went back to it.',
        'The address was opened in another browser.',
      ],
      mend: 'Open the task again, in this browser and in a tab of its own.',
    },
    nl: {
      expected: 'state moet horen bij een login die in deze browser begon.',
      meaning:
        'Het antwoord van de login hoort niet bij een login die in deze browser begon, minder dan tien minuten geleden.',
      causes: [
        'De browser bewaart geen cookies, of de app staat in een frame van een andere site.',
        'De gebruiker wachtte te lang op de inlogpagina, of ging ernaar terug.',
        'Het adres is in een andere browser geopend.',
      ],
      mend: 'Open de taak opnieuw, in deze browser en in een eigen tabblad.',
    },
  },
  'idp.iss': {
    source: 'RFC 9207 §2.4',
    en: {
      expected: 'iss must be the identity provider that received the request.',
      meaning: 'The response says that it comes from another identity provider than the one that received the request.',
      causes: [
        'The address of the response was changed on its way.',
        'The provider announces iss in its answers and does not send it, or sends another issuer.',
      ],
      mend: 'Open the task again. If it happens again, compare issuer in the provider’s discovery document with iss in its answer.',
    },
    nl: {
      expected: 'iss moet de identiteitsprovider zijn die het verzoek kreeg.',
      meaning: 'Het antwoord zegt dat het van een andere identiteitsprovider komt dan die het verzoek kreeg.',
      causes: [
        'Het adres van het antwoord is onderweg veranderd.',
        'De provider kondigt iss in zijn antwoorden aan en stuurt die niet, of stuurt een andere issuer.',
      ],
      mend: 'Open de taak opnieuw. Blijft het zo, vergelijk dan issuer in het discovery-document met iss in het antwoord.',
    },
  },
  'idp.login': {
    source: 'OpenID Connect Core §3.1.2.6, §3.1.3.7',
    en: {
      expected: 'the response of the identity provider must prove a login.',
      meaning:
        'The identity provider answered, but the login did not succeed: the person cancelled, must sign in first, or the answer could not be verified.',
      causes: [
        'access_denied: the person pressed cancel.',
        'login_required: prompt=none was sent and nobody is signed in, or the login is older than max_age.',
        'server_error: the id_token has a wrong signature, nonce, audience or time.',
      ],
      mend: 'For login_required send the request again without prompt=none. For server_error look at the log of the domain: the cause is there.',
    },
    nl: {
      expected: 'het antwoord van de identiteitsprovider moet een login bewijzen.',
      meaning:
        'De identiteitsprovider antwoordde, maar de login slaagde niet: de gebruiker annuleerde, moet eerst inloggen, of het antwoord was niet te verifiëren.',
      causes: [
        'access_denied: de gebruiker koos annuleren.',
        'login_required: prompt=none is gestuurd en niemand is ingelogd, of de login is ouder dan max_age.',
        'server_error: het id_token heeft een verkeerde handtekening, nonce, audience of tijd.',
      ],
      mend: 'Stuur bij login_required het verzoek opnieuw zonder prompt=none. Kijk bij server_error in de log van het domein: daar staat de oorzaak.',
    },
  },
  'idp.claim': {
    source: 'OpenID Connect Core §5.1, §5.3, §5.4',
    en: {
      expected: 'the identity provider must send the claim that identifies people.',
      meaning:
        'Somebody signed in, but the identity provider did not say who that is: the claim of SHARED_IDP_CLAIM is missing.',
      causes: [
        'The provider does not release that claim, or its scope (profile or email), to the client of this domain.',
        'SHARED_IDP_CLAIM names a claim that the provider does not know.',
        'The provider sends it at userinfo while SHARED_IDP_CLAIMS_FROM says id_token, or the other way round.',
      ],
      mend: 'The operator of the domain sets the provider to send that claim, in the id_token or at userinfo. The log lists the claims that came. See docs/how-to/identity-provider.md.',
    },
    nl: {
      expected: 'de identiteitsprovider moet de claim sturen waaraan mensen worden herkend.',
      meaning:
        'Er is ingelogd, maar de identiteitsprovider zei niet door wie: de claim van SHARED_IDP_CLAIM ontbreekt.',
      causes: [
        'De client van dit domein bij de provider mag die claim niet krijgen, of de scope daarvan niet (profile of email).',
        'SHARED_IDP_CLAIM noemt een claim die de provider niet kent.',
        'De provider geeft die bij userinfo terwijl SHARED_IDP_CLAIMS_FROM id_token zegt, of andersom.',
      ],
      mend: 'De beheerder van het domein laat de provider die claim geven, in het id_token of bij userinfo. In de log staat welke claims kwamen. Zie docs/how-to/identity-provider.md.',
    },
  },
  'user.match': {
    source: 'HTI 2.0, “sub”; FHIR R4 Identifier',
    en: {
      expected: 'the person who signed in must be the person of the launch.',
      meaning: 'Somebody signed in, but not the person for whom the task was opened.',
      causes: [
        'Another person is still signed in at the identity provider in this browser.',
        'The person’s resource has no identifier with the system and value of the login.',
        'The claim is an e-mail address that the provider has not verified.',
      ],
      mend: 'Sign in as the person of the launch. If that was so, an administrator has to give the record of the person an identifier with the system of SHARED_IDP_IDENTIFIER_SYSTEM and the user name as value.',
    },
    nl: {
      expected: 'wie inlogde moet de persoon van de launch zijn.',
      meaning: 'Er is ingelogd, maar niet door de persoon voor wie de taak is geopend.',
      causes: [
        'In deze browser is nog iemand anders ingelogd bij de identiteitsprovider.',
        'De resource van de persoon heeft geen identifier met het systeem en de waarde van de login.',
        'De claim is een e-mailadres dat de provider niet heeft geverifieerd.',
      ],
      mend: 'Log in als de persoon van de launch. De beheerder van de gegevens geeft de persoon een identifier met het systeem van SHARED_IDP_IDENTIFIER_SYSTEM en de gebruikersnaam als waarde.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
