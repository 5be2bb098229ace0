// Texts of the links from tool to tool.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  navigation: 'Tools',
  names: { fhir: 'FHIR console', jwt: 'JWT', keys: 'Keys', assertion: 'Assertion', pkce: 'PKCE' },
}

const nl: typeof en = {
  navigation: 'Gereedschap',
  names: { fhir: 'FHIR-console', jwt: 'JWT', keys: 'Sleutels', assertion: 'Assertion', pkce: 'PKCE' },
}

export const frameTexts: Catalogue<typeof en> = { en, nl }
