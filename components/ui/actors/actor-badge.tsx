// The badge of a peer: icon, word and colour.

import { Badge } from '@mantine/core'
import type { Actor } from '#lib/i18n/actors.ts'
import { ACTOR_NAMES } from '#lib/i18n/actors.ts'
import type { Language } from '#lib/i18n/language.ts'
import { ActorIcon } from './actor-icon.tsx'

export function ActorBadge({ actor, language }: { readonly actor: Actor; readonly language: Language }) {
  return (
    <Badge
      component="span"
      bg={`var(--${actor}-ground)`}
      c={`var(--${actor}-ink)`}
      leftSection={<ActorIcon actor={actor} />}
    >
      {ACTOR_NAMES[language][actor]}
    </Badge>
  )
}
