// Who uses the page, for whatever on it depends on that. It came with the page; the server decides again about each request.
'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { PageAccount } from '#lib/api/account.ts'

const AccountContext = createContext<PageAccount | undefined>(undefined)

interface AccountProviderProps {
  /** Undefined when nobody is known. */
  readonly account: PageAccount | undefined
  readonly children: ReactNode
}

export const AccountProvider = ({ account, children }: AccountProviderProps) => (
  <AccountContext value={account}>{children}</AccountContext>
)

export const useAccount = (): PageAccount | undefined => useContext(AccountContext)

/** Where in the console somebody of this account has business; undefined for nowhere. Who only looks around has none. */
export function consolePlaceOf(account: PageAccount | undefined): 'console' | 'audit' | undefined {
  if (account === undefined || account.acting) return undefined
  if (account.role === 'admin') return 'console'
  return account.role === 'auditor' ? 'audit' : undefined
}
