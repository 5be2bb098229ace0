// The page's language, for components that render in the browser.
'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Catalogue, Language } from '#lib/i18n/language.ts'

const LanguageContext = createContext<Language>('en')

/** Gives the components below it the language of the page. */
export function LanguageProvider({
  language,
  children,
}: {
  readonly language: Language
  readonly children: ReactNode
}) {
  return <LanguageContext value={language}>{children}</LanguageContext>
}

/** The language of the page; English outside of a LanguageProvider. */
export const useLanguage = (): Language => useContext(LanguageContext)

/** The texts of a catalogue in the page's language. */
export const useTexts = <Texts,>(catalogue: Catalogue<Texts>): Texts => catalogue[useLanguage()]
