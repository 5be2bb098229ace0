// The console around its pages.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { AdminFrame } from '#components/admin/admin-frame.tsx'
import { adminTexts } from '#components/admin/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { AdminMe } from '#lib/api/admin.ts'
import { toldWithPage } from '#server/domain/domain.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: `${adminTexts[await requestLanguage()].title} · Slipway` },
})

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const me = await toldWithPage<AdminMe>('/admin/api/me', await headers())
  return <AdminFrame me={me}>{children}</AdminFrame>
}
