// The body of an answer, formatted and coloured if it is JSON; references and links below the FHIR base lead to their
// request.
'use client'

import { JsonText } from '#components/ui/json/json-text.tsx'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import { parsedJson } from '#lib/json.ts'
import classes from './fhir-console.module.css'

interface AnswerTextProps {
  readonly text: string
  /** The address of the request that a value leads to; undefined for one that leads nowhere. */
  readonly hrefOf: (name: string, value: string) => string | undefined
  readonly follow: (value: string) => void
}

export function AnswerText({ text, hrefOf, follow }: AnswerTextProps) {
  if (parsedJson(text) === undefined) return <>{text}</>
  const link = (name: string, value: string, shown: string) => {
    const href = hrefOf(name, value)
    if (href === undefined) return undefined
    return (
      <a
        className={classes.jsonLink}
        href={href}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          follow(value)
        }}
      >
        {shown}
      </a>
    )
  }
  return <JsonText text={pretty(minify(text))} link={link} />
}
