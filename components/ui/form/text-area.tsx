// Fields of several lines in a Form.
'use client'

import { Textarea, type TextareaProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { Catalogue } from '#lib/i18n/language.ts'
import { useField } from './form.tsx'

const en = { noAddress: (line: string) => `One whole address in each line: “${line}” is none.` }
const nl: typeof en = { noAddress: (line) => `Op elke regel één heel adres: “${line}” is dat niet.` }
const TEXTS: Catalogue<typeof en> = { en, nl }

/** A field of several lines in such a form. */
export const TextArea = (props: TextareaProps) => <Textarea {...useField()} {...props} />

/** A field for addresses, one in each line; linesOf takes them apart. */
export function AddressLines(props: TextareaProps & { readonly value: string }) {
  const texts = useTexts(TEXTS)
  const area = useRef<HTMLTextAreaElement>(null)
  const odd = linesOf(props.value).find((line) => !URL.canParse(line))
  const problem = odd === undefined ? '' : texts.noAddress(odd)
  useEffect(() => area.current?.setCustomValidity(problem), [problem])
  return <TextArea ref={area} rows={2} {...props} />
}

/** The lines that have something in them, without blanks around it. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
