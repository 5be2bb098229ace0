// The five peers and their work.
import { ActorBadge } from '#components/ui/actors/actor-badge.tsx'
import { actorTexts } from '#components/ui/actors/texts.ts'
import type { Actor } from '#lib/i18n/actors.ts'
import type { Language } from '#lib/i18n/language.ts'
import classes from './peer-list.module.css'

const ORDER: readonly Actor[] = ['portal', 'app', 'oauth', 'idp', 'fhir']

export function PeerList({ language }: { readonly language: Language }) {
  return (
    <ul className={classes.list}>
      {ORDER.map((actor) => (
        <li key={actor}>
          <ActorBadge actor={actor} language={language} />
          <span>{actorTexts[language][actor]}</span>
        </li>
      ))}
    </ul>
  )
}
