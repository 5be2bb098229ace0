// Texts of signing in and out.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  signIn: 'Sign in',
  signInText: 'You log in at the identity provider. These pages never see your password.',
  signingIn: 'On our way to the identity provider…',
  signInFailed: 'Signing in did not succeed. Try it again.',
  signInAsOther: 'Sign in as somebody else',
  signOut: 'Sign out',
  createAccount: 'Create an account of your own',
}

const nl: typeof en = {
  signIn: 'Inloggen',
  signInText: "Je logt in bij de identiteitsprovider. Deze pagina's zien je wachtwoord nooit.",
  signingIn: 'Op weg naar de identiteitsprovider…',
  signInFailed: 'Het inloggen is niet gelukt. Probeer het opnieuw.',
  signInAsOther: 'Inloggen als iemand anders',
  signOut: 'Uitloggen',
  createAccount: 'Maak een eigen account',
}

export const sessionTexts: Catalogue<typeof en> = { en, nl }
