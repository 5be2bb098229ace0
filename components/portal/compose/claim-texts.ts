// Texts of the editor of the claims, loaded with it.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  otherClaimsText:
    'Change, add or remove any claim. Numbers, true, false, null, lists and objects are read as JSON; everything else is text.',
  valueOf: (claim: string) => `Value of ${claim}`,
  nameOf: (at: number) => `Name of claim ${at}`,
  madeThen: 'set when you launch',
  remove: 'Remove',
  removeClaim: (claim: string) => `Remove ${claim}`,
  addClaim: 'Add a claim',
  restoreClaim: (claim: string) => `Restore ${claim}`,
}

const nl: typeof en = {
  otherClaimsText:
    'Verander, voeg toe of haal weg wat je wilt. Getallen, true, false, null, lijsten en objecten worden als JSON gelezen; al het andere is tekst.',
  valueOf: (claim) => `Waarde van ${claim}`,
  nameOf: (at) => `Naam van claim ${at}`,
  madeThen: 'ingevuld bij de launch',
  remove: 'Weghalen',
  removeClaim: (claim) => `${claim} weghalen`,
  addClaim: 'Claim toevoegen',
  restoreClaim: (claim) => `${claim} terugzetten`,
}

export const claimTexts: Catalogue<typeof en> = { en, nl }
