// JSON in colours, for inside a <pre>; references lead on. Longer texts stay plain: a browser would be slow with their parts.
import { type ReactNode, useMemo } from 'react'
import classes from './json-text.module.css'
import { type JsonPart, jsonParts } from './json-text.ts'

/** Characters that are coloured at most. */
const LONGEST = 200_000

interface JsonTextProps {
  /** Well-formed JSON, laid out as it is to be shown. */
  readonly text: string
  /** Shows a reference such as `Patient/1` as a link; undefined leaves it as text. */
  readonly link?: ((reference: string, text: string) => ReactNode) | undefined
}

export function JsonText({ text, link }: JsonTextProps) {
  const parts = useMemo(() => (text.length > LONGEST ? undefined : jsonParts(text)), [text])
  if (!parts) return text
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change place
    <Part key={index} part={part} link={link} />
  ))
}

function Part({ part: { kind, text }, link }: Pick<JsonTextProps, 'link'> & { readonly part: JsonPart }) {
  if (kind === 'other') return text
  const linked = kind === 'reference' ? link?.(String(JSON.parse(text)), text) : undefined
  return <span className={classes[kind]}>{linked ?? text}</span>
}
