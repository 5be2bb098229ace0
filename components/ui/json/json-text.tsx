// JSON in colours, for inside a <pre>; references lead on. Longer texts stay plain: a browser would be slow with their parts.
import { type ReactNode, useMemo } from 'react'
import classes from './json-text.module.css'
import { type JsonPart, jsonParts } from './json-text.ts'

/** Characters that are coloured at most. */
const LONGEST = 200_000

interface JsonTextProps {
  /** Well-formed JSON, formatted for display. */
  readonly text: string
  /** Shows the string of a member, such as `reference`, as a link; undefined leaves it as text. `shown`: as it is written. */
  readonly link?: ((member: string, value: string, shown: string) => ReactNode) | undefined
}

export function JsonText({ text, link }: JsonTextProps) {
  const parts = useMemo(() => (text.length > LONGEST ? undefined : jsonParts(text)), [text])
  if (!parts) return text
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change place
    <Part key={index} part={part} link={link} />
  ))
}

function Part({ part: { kind, text, member }, link }: Pick<JsonTextProps, 'link'> & { readonly part: JsonPart }) {
  if (kind === 'other') return text
  const linked = member ? link?.(JSON.parse(member), JSON.parse(text), text) : undefined
  return <span className={classes[kind]}>{linked ?? text}</span>
}
