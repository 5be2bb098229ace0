// Subscriptions and their notifications: who may see which is decided by their API.
import type { ReactNode } from 'react'
import { SubscriptionsFrame } from '#components/subscriptions/subscriptions-frame.tsx'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { demoLoginsOf } from '#server/next/page-data.ts'

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <QueryProvider>
      <SubscriptionsFrame demoLogins={await demoLoginsOf('admin')}>{children}</SubscriptionsFrame>
    </QueryProvider>
  )
}
