// Chooses the language: sets a cookie that the server reads, and asks the server for the page anew.
'use client'

import { Button, ButtonGroup } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { LANGUAGES, type Language, languageCookie } from '#lib/i18n/language.ts'
import { shellTexts } from './texts.ts'

const YEAR_S = 365 * 24 * 60 * 60
const NAMES: Readonly<Record<Language, string>> = { en: 'English', nl: 'Nederlands' }

export function LanguageSwitch() {
  const texts = useTexts(shellTexts)
  const current = useLanguage()
  const router = useRouter()
  const [, startTransition] = useTransition()
  const choose = (language: Language) => {
    rememberLanguage(language)
    startTransition(() => router.refresh())
  }
  return (
    <ButtonGroup flex="none" aria-label={texts.language}>
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          size="compact-md"
          h={34}
          fz="sm"
          variant={language === current ? 'light' : 'default'}
          lang={language}
          aria-label={NAMES[language]}
          aria-pressed={language === current}
          onClick={() => choose(language)}
        >
          {language.toUpperCase()}
        </Button>
      ))}
    </ButtonGroup>
  )
}

function rememberLanguage(language: Language): void {
  const { protocol, origin } = window.location
  const secure = protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${languageCookie(origin)}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}
