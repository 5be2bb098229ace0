// Chooses light, dark or the system's scheme; Mantine stores the choice in the browser.
'use client'

import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { shellTexts } from './texts.ts'
import { useLightPaper } from './use-light-paper.ts'

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const

export function ColorSchemeSwitch() {
  const texts = useTexts(shellTexts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const mounted = useMounted()
  useLightPaper()
  const current = mounted ? colorScheme : 'auto' // The server does not know this browser's setting.
  const Icon = ICONS[current]
  const label = texts.switchScheme(texts.scheme[current], texts.scheme[NEXT[current]])
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(NEXT[current])}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
