// A form that says at its fields what is missing or malformed, in the language of the page: a browser says it in its own.
'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { type ComponentProps, createContext, use, useId, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  missing: 'Fill this in.',
  url: 'Enter a whole address, such as https://app.example.org/launch.',
  date: 'Enter a whole date.',
  past: 'That day has passed. Choose today or later.',
}
const nl: typeof en = {
  missing: 'Vul dit in.',
  url: 'Vul een heel adres in, zoals https://app.example.org/launch.',
  date: 'Vul een hele datum in.',
  past: 'Die dag is voorbij. Kies vandaag of later.',
}
const TEXTS: Catalogue<typeof en> = { en, nl }

/** What is wrong with a field, by its id. */
type Problems = Readonly<Record<string, string>>
const ProblemsContext = createContext<Problems>({})

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onInput'> {
  /** Called when every field has what it asks for. */
  readonly send: () => void
}

/** A form whose fields say themselves what they lack, in the language of the page, in place of the browser's bubbles. */
export function Form({ send, ...form }: FormProps) {
  const texts = useTexts(TEXTS)
  const [problems, setProblems] = useState<Problems>({})
  return (
    <ProblemsContext value={problems}>
      <form
        {...form}
        noValidate
        onInput={({ target }) => setProblems(({ [(target as Element).id]: _, ...others }) => others)}
        onSubmit={(event) => {
          event.preventDefault()
          const fields = [...event.currentTarget.elements] as HTMLInputElement[]
          const wrong = fields.filter(({ validity }) => !validity.valid)
          setProblems(Object.fromEntries(wrong.map(({ id, validity }) => [id, problemOf(validity, texts)])))
          if (wrong[0]) wrong[0].focus()
          else send()
        }}
      />
    </ProblemsContext>
  )
}

function problemOf({ typeMismatch, badInput, rangeUnderflow }: ValidityState, texts: typeof en): string {
  if (typeMismatch) return texts.url
  if (badInput) return texts.date
  return rangeUnderflow ? texts.past : texts.missing
}

/** The id of a field of a Form, and what is wrong with it. */
export function useField() {
  const id = useId()
  return { id, error: use(ProblemsContext)[id] }
}

/** A field of one line in such a form. */
export const TextField = (props: TextInputProps) => <TextInput {...useField()} {...props} />
