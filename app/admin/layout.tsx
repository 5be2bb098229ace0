// The console around its pages.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { AdminFrame } from '#components/admin/admin-frame.tsx'
import { meQuery } from '#components/admin/admin-queries.ts'
import { frameTexts } from '#components/admin/frame-texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { demoLoginsOf, pageQueries } from '#server/next/page-data.ts'

export async function generateMetadata(): Promise<Metadata> {
  const { title } = frameTexts[await requestLanguage()]
  return { title: { default: title, template: `%s · ${title} · Slipway` } }
}

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const queries = pageQueries(await headers())
  await queries.fetchQuery(meQuery, '/admin/api/me')
  return (
    <QueryProvider state={queries.state()}>
      <AdminFrame demoLogins={await demoLoginsOf('admin', 'auditor')}>{children}</AdminFrame>
    </QueryProvider>
  )
}
