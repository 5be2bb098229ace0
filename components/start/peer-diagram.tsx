// The launch as a diagram: five peers and their calls in order.

import { ActorIcon } from '#components/ui/actors/actor-icon.tsx'
import type { Actor } from '#lib/i18n/actors.ts'
import { ACTOR_NAMES } from '#lib/i18n/actors.ts'
import type { Language } from '#lib/i18n/language.ts'
import classes from './peer-diagram.module.css'
import { startTexts } from './texts.ts'

// The drawing's own units; two columns, so that the words stay readable on a phone.
const HEIGHT = 60
const WIDTHS = { left: 150, right: 224 }
const RIGHT_X = 252
const PLACES: Readonly<Record<Actor, { readonly x: number; readonly y: number }>> = {
  portal: { x: 0, y: 0 },
  app: { x: RIGHT_X, y: 0 },
  fhir: { x: 0, y: 140 },
  oauth: { x: RIGHT_X, y: 140 },
  idp: { x: RIGHT_X, y: 280 },
}
const STEPS = [
  { step: 'launch', path: 'M150 30 H246', number: 1, x: 166, y: 20 },
  { step: 'authorize', path: 'M376 60 V134', number: 2, x: 388, y: 102 },
  { step: 'logIn', path: 'M376 200 V274', number: 3, x: 388, y: 242 },
  { step: 'read', path: 'M292 60 V86 Q292 100 278 100 H90 Q76 100 76 114 V134', number: 4, x: 166, y: 90 },
] as const

export function PeerDiagram({ language }: { readonly language: Language }) {
  const texts = startTexts[language]
  return (
    <svg className={classes.diagram} viewBox="-4 -4 484 348" role="img" aria-label={texts.diagram}>
      <defs>
        <marker id="arrow" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 1 L9 5 L0 9 z" className={classes.head} />
        </marker>
      </defs>
      {STEPS.map(({ step, path, number, x, y }) => (
        <g key={step}>
          <path d={path} className={classes.line} markerEnd="url(#arrow)" />
          <text x={x} y={y} className={classes.step}>
            {number} {texts.steps[step]}
          </text>
        </g>
      ))}
      {Object.entries(PLACES).map(([actor, place]) => (
        <Box key={actor} actor={actor as Actor} {...place} name={ACTOR_NAMES[language][actor as Actor]} />
      ))}
      <text y={306} className={classes.note}>
        {texts.strangers.map((line, index) => (
          <tspan key={line} x={4} dy={index === 0 ? 0 : 22}>
            {line}
          </tspan>
        ))}
      </text>
    </svg>
  )
}

interface BoxProps {
  readonly actor: Actor
  readonly name: string
  readonly x: number
  readonly y: number
}

function Box({ actor, name, x, y }: BoxProps) {
  return (
    <g style={{ color: `var(--${actor}-ink)` }}>
      <rect
        x={x}
        y={y}
        width={x === RIGHT_X ? WIDTHS.right : WIDTHS.left}
        height={HEIGHT}
        rx={12}
        style={{ fill: `var(--${actor}-ground)` }}
        className={classes.box}
      />
      <ActorIcon actor={actor} size={22} x={x + 12} y={y + 19} />
      <text x={x + 42} y={y + 36} className={classes.name}>
        {name}
      </text>
    </g>
  )
}
