// Shows whether a page with live data is up to date.
'use client'

import { Badge } from '@mantine/core'
import { IconBolt, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = { live: 'Live', reconnecting: 'Reconnecting' }
const nl: typeof en = { live: 'Live', reconnecting: 'Opnieuw verbinden' }
const liveTexts: Catalogue<typeof en> = { en, nl }

/** `connected`: true while the last question was answered. */
export function Live({ connected }: { readonly connected: boolean }) {
  const texts = useTexts(liveTexts)
  const Icon = connected ? IconBolt : IconRefresh
  return (
    <Badge
      component="p"
      role="status"
      variant="default"
      c={connected ? 'var(--good-ink)' : 'var(--bad-ink)'}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {connected ? texts.live : texts.reconnecting}
    </Badge>
  )
}
