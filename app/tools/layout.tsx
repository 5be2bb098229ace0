// The title of the tools.
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { requestLanguage } from '#components/shell/request-language.ts'
import { toolsTexts } from '#components/tools/texts.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: toolsTexts[await requestLanguage()].title })

export default function Layout({ children }: { readonly children: ReactNode }) {
  return children
}
