// The icon of each peer: peers differ by icon, never by colour alone.
import { IconAppWindow, IconDatabase, IconLayoutGrid, IconShieldCheck, IconUserCheck } from '@tabler/icons-react'
import type { Actor } from '#lib/i18n/actors.ts'

const ICONS = {
  portal: IconLayoutGrid,
  app: IconAppWindow,
  oauth: IconShieldCheck,
  idp: IconUserCheck,
  fhir: IconDatabase,
} as const

interface ActorIconProps {
  readonly actor: Actor
  readonly size?: number
  readonly x?: number
  readonly y?: number
}

export function ActorIcon({ actor, size = 16, x, y }: ActorIconProps) {
  const Icon = ICONS[actor]
  return <Icon size={size} aria-hidden {...(x === undefined ? {} : { x })} {...(y === undefined ? {} : { y })} />
}
