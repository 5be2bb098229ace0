// The traces: who may see which is decided by their API.
import type { ReactNode } from 'react'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>
}
