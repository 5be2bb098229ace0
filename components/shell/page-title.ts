// The title of a page in the language of its request, for the tab of the browser.
import type { Metadata } from 'next'
import type { Catalogue } from '#lib/i18n/language.ts'
import { requestLanguage } from './request-language.ts'

/** The generateMetadata of a page: its title, from a catalogue. */
export const titled =
  <Texts>(catalogue: Catalogue<Texts>, pick: (texts: Texts) => string) =>
  async (): Promise<Metadata> => ({ title: pick(catalogue[await requestLanguage()]) })
