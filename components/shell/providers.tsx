// Context providers of every page in the browser: theme, colour scheme, language and account.
'use client'

import { MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTypedBefore } from '#components/ui/form/use-typed-before.ts'
import { LanguageProvider } from '#components/ui/i18n/language-context.tsx'
import { AccountProvider } from '#components/ui/session/account-context.tsx'
import type { PageAccount } from '#lib/api/account.ts'
import type { Language } from '#lib/i18n/language.ts'
import { takeEarlyPress } from './early-press.tsx'
import { theme } from './theme.ts'

interface ProvidersProps {
  readonly language: Language
  /** The nonce of this page's policy, for the style elements that Mantine writes. */
  readonly nonce: string
  /** The signed-in person; undefined for a visitor. */
  readonly account: PageAccount | undefined
  readonly children: ReactNode
}

export function Providers({ language, nonce, account, children }: ProvidersProps) {
  useTypedBefore()
  useEffect(() => {
    const pressed = takeEarlyPress()
    setTimeout(() => pressed?.isConnected && pressed.click()) // React accepts no click while it still hydrates.
  }, [])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
      withCssVariables={false} // They are in theme-variables.css.
    >
      <LanguageProvider language={language}>
        <AccountProvider account={account}>{children}</AccountProvider>
      </LanguageProvider>
    </MantineProvider>
  )
}
