// The signed-in person for the components of a page. It is rendered with the page; the server authorizes each request anyway.
'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { PageAccount } from '#lib/api/account.ts'

const AccountContext = createContext<PageAccount | undefined>(undefined)

interface AccountProviderProps {
  /** Undefined for a visitor. */
  readonly account: PageAccount | undefined
  readonly children: ReactNode
}

/** Gives the components below it the signed-in account. */
export const AccountProvider = ({ account, children }: AccountProviderProps) => (
  <AccountContext value={account}>{children}</AccountContext>
)

/** The signed-in account; undefined for a visitor. */
export const useAccount = (): PageAccount | undefined => useContext(AccountContext)

/** The part of the console that an account may access, if any. */
export function consolePlaceOf(account: PageAccount | undefined): 'console' | 'audit' | undefined {
  if (account?.role === 'admin') return 'console'
  return account?.role === 'auditor' ? 'audit' : undefined
}
