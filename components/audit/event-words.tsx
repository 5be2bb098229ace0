// Parts of an event in words.
'use client'

import { Badge } from '@mantine/core'
import { IconCheck, IconExclamationMark, IconX } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AuditActor } from '#lib/api/audit.ts'
import classes from './audit.module.css'
import { auditTexts } from './texts.ts'

/** A name of a newer version is shown as its code. */
export const nameOf = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code

const SUCCESS = '0'
const ICONS: Readonly<Record<string, typeof IconCheck>> = { [SUCCESS]: IconCheck, '4': IconX }

export function OutcomeBadge({ outcome }: { readonly outcome: string }) {
  const texts = useTexts(auditTexts)
  const Icon = ICONS[outcome] ?? IconExclamationMark
  return (
    <Badge
      component="span"
      color={outcome === SUCCESS ? 'teal' : 'red'}
      leftSection={<Icon size={15} stroke={2.5} aria-hidden />}
    >
      {nameOf(texts.outcomes, outcome)}
    </Badge>
  )
}

/** All participants, people first; the address is that of whoever sent the request. */
export function Who({ who }: { readonly who: readonly AuditActor[] }) {
  const texts = useTexts(auditTexts)
  const peopleFirst = [...who].sort((one, other) => Number(other.role === 'person') - Number(one.role === 'person'))
  return peopleFirst.map(({ role, name, known, claimed, address }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of those who took part never changes.
    <div key={index} className={classes.actor}>
      {name === null ? (
        <span className={layout.quiet}>
          {role === 'provider' && address !== null ? texts.receiver(address) : texts.nobody}
        </span>
      ) : (
        <>
          <span className={classes.name}>{known ?? name}</span>{' '}
          <span className={layout.quiet}>
            ({[known && name, texts.roles[role], claimed && texts.claimed].filter(Boolean).join(', ')})
          </span>
        </>
      )}
      {address !== null && role !== 'provider' && <span className={layout.quiet}> {texts.address(address)}</span>}
    </div>
  ))
}
