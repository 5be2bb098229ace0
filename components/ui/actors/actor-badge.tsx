// The badge of a peer: icon, word and colour.

import type { Actor } from '#lib/i18n/actors.ts'
import { ACTOR_NAMES } from '#lib/i18n/actors.ts'
import type { Language } from '#lib/i18n/language.ts'
import classes from './actor-badge.module.css'
import { ActorIcon } from './actor-icon.tsx'

export function ActorBadge({ actor, language }: { readonly actor: Actor; readonly language: Language }) {
  return (
    <span className={classes.badge} style={{ background: `var(--${actor}-ground)`, color: `var(--${actor}-ink)` }}>
      <ActorIcon actor={actor} />
      {ACTOR_NAMES[language][actor]}
    </span>
  )
}
