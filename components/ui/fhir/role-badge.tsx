// The role of a person, in words.
'use client'

import { Badge } from '@mantine/core'
import { IconHeartHandshake, IconStethoscope, IconUser } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'

const ICONS: Readonly<Record<string, typeof IconUser>> = {
  practitioner: IconStethoscope,
  related_person: IconHeartHandshake,
}

export function RoleBadge({ role }: { readonly role: string }) {
  const names: Readonly<Record<string, string>> = useTexts(ROLE_NAMES)
  const Icon = ICONS[role] ?? IconUser
  return (
    <Badge component="span" variant="default" leftSection={<Icon size={15} aria-hidden />}>
      {names[role] ?? role}
    </Badge>
  )
}
