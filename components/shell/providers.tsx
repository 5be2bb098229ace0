// What every page's components share in the browser: theme, colour scheme and language.
'use client'

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageProvider } from '#components/i18n/language-context.tsx'
import type { Language } from '#lib/i18n/language.ts'
import { theme } from './theme.ts'

interface ProvidersProps {
  readonly language: Language
  /** The nonce of this page's policy: Mantine writes the theme in a style element. */
  readonly nonce: string
  readonly children: ReactNode
}

export function Providers({ language, nonce, children }: ProvidersProps) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce} withGlobalClasses={false}>
      <LanguageProvider language={language}>{children}</LanguageProvider>
    </MantineProvider>
  )
}
