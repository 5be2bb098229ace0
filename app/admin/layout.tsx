// The console around its pages.
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { AdminFrame } from '#components/admin/admin-frame.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { adminTexts } from '#components/texts/admin.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: `${adminTexts[await requestLanguage()].title} · Slipway` },
})

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <AdminFrame>{children}</AdminFrame>
}
