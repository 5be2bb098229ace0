// Texts of the checks that the embedded identity provider runs while a person logs in for a launch.
import type { CheckEntry } from './check-text.ts'

export const PROVIDER_CHECKS = {
  'idp.request': {
    source: 'OpenID Connect Core §3.1.2.2',
    en: {
      expected: 'an authentication request from a registered relying party.',
      meaning: 'The identity provider refused the authentication request.',
      causes: [
        'client_id or redirect_uri is not registered for a relying party.',
        'A parameter is missing or repeated.',
      ],
      mend: 'Compare the settings SHARED_IDP_* with what the provider knows.',
    },
    nl: {
      expected: 'een inlogverzoek van een geregistreerde relying party.',
      meaning: 'De identiteitsprovider nam het verzoek om in te loggen niet aan.',
      causes: [
        'client_id of redirect_uri is niet geregistreerd voor een relying party.',
        'Een parameter ontbreekt of staat er dubbel.',
      ],
      mend: 'Vergelijk de instellingen SHARED_IDP_* met wat de provider kent.',
    },
  },
  'idp.credentials': {
    source: 'OpenID Connect Core §3.1.2.3',
    en: {
      expected: 'the user name and password of an account.',
      meaning: 'The person did not sign in: user name or password is wrong, or there were too many attempts.',
      causes: [
        'A typing error.',
        'The account belongs to another environment.',
        'Five wrong attempts lock the login for a while.',
      ],
      mend: 'Try again, or ask an administrator for an account.',
    },
    nl: {
      expected: 'de gebruikersnaam en het wachtwoord van een account.',
      meaning: 'Er is niet ingelogd: gebruikersnaam of wachtwoord klopt niet, of er waren te veel pogingen.',
      causes: [
        'Een tikfout.',
        'Het account hoort bij een andere omgeving.',
        'Na vijf foute pogingen is inloggen even geblokkeerd.',
      ],
      mend: 'Probeer opnieuw, of vraag een beheerder om een account.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
