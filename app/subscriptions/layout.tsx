// Subscriptions and their notifications: who may see which is decided by their API.
import type { ReactNode } from 'react'
import { QueryProvider } from '#components/http/query-provider.tsx'
import { SubscriptionsFrame } from '#components/subscriptions/subscriptions-frame.tsx'
import { demoLoginsOf } from '#server/next/pages.ts'

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <QueryProvider>
      <SubscriptionsFrame demoLogins={await demoLoginsOf('admin')}>{children}</SubscriptionsFrame>
    </QueryProvider>
  )
}
