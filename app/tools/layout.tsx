// The title of the tools.
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { requestLanguage } from '#components/shell/request-language.ts'
import { toolsTexts } from '#components/tools/texts.ts'

// A title of a layout alone would take the name of the site from the pages below.
export const generateMetadata = async (): Promise<Metadata> => ({
  title: { default: toolsTexts[await requestLanguage()].title, template: '%s · Slipway' },
})

export default function Layout({ children }: { readonly children: ReactNode }) {
  return children
}
