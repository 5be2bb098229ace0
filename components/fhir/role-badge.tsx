// The role of a person, in words.
'use client'

import { IconHeartHandshake, IconStethoscope, IconUser } from '@tabler/icons-react'
import { useTexts } from '#components/i18n/language-context.tsx'
import { fhirCodeTexts } from './code-texts.ts'
import classes from './role-badge.module.css'

const ICONS: Readonly<Record<string, typeof IconUser>> = {
  practitioner: IconStethoscope,
  related_person: IconHeartHandshake,
}

export function RoleBadge({ role }: { readonly role: string }) {
  const texts = useTexts(fhirCodeTexts)
  const Icon = ICONS[role] ?? IconUser
  return (
    <span className={classes.badge}>
      <Icon size={15} aria-hidden />
      {texts.role[role] ?? role}
    </span>
  )
}
