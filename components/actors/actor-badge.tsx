// The badge of a peer: icon, word and colour.

import type { Actor } from '#lib/html/page.ts'
import type { Language } from '#lib/i18n/language.ts'
import classes from './actor-badge.module.css'
import { ActorIcon } from './actor-icon.tsx'
import { actorTexts } from './texts.ts'

export function ActorBadge({ actor, language }: { readonly actor: Actor; readonly language: Language }) {
  return (
    <span className={classes.badge} style={{ background: `var(--${actor}-ground)`, color: `var(--${actor}-ink)` }}>
      <ActorIcon actor={actor} />
      {actorTexts[language][actor].name}
    </span>
  )
}
