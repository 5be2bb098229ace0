// A form that says at its fields what is missing or malformed, in the language of the page: a browser says it in its own.
'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { type ComponentProps, createContext, use, useEffect, useId, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  missing: 'Fill this in.',
  url: 'Enter a whole address, such as https://app.example.org/launch.',
  date: 'Enter a whole date.',
  past: 'That day has passed. Choose today or later.',
  short: (characters: number) => `This needs at least ${characters} characters.`,
  email: 'Enter an e-mail address, such as name@example.org.',
}
const nl: typeof en = {
  missing: 'Vul dit in.',
  url: 'Vul een heel adres in, zoals https://app.example.org/launch.',
  date: 'Vul een hele datum in.',
  past: 'Die dag is voorbij. Kies vandaag of later.',
  short: (characters) => `Dit heeft minstens ${characters} tekens nodig.`,
  email: 'Vul een e-mailadres in, zoals naam@example.org.',
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
  // A button may fill in a field as well, or take it away.
  useEffect(() => setProblems(remaining))
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
          setProblems(Object.fromEntries(wrong.map((field) => [field.id, problemOf(field, texts)])))
          if (wrong[0]) wrong[0].focus()
          else send()
        }}
      />
    </ProblemsContext>
  )
}

function problemOf({ validity, minLength, validationMessage }: HTMLInputElement, texts: typeof en): string {
  if (validity.customError) return validationMessage
  if (validity.typeMismatch) return texts.url
  if (validity.badInput) return texts.date
  if (validity.tooShort) return texts.short(minLength)
  if (validity.patternMismatch) return texts.email
  return validity.rangeUnderflow ? texts.past : texts.missing
}

/** The problems of fields that are still wrong; the same object when all of them are. */
function remaining(problems: Problems): Problems {
  const left = Object.entries(problems).filter(
    ([id]) => (document.getElementById(id) as HTMLInputElement | null)?.validity.valid === false,
  )
  return left.length === Object.keys(problems).length ? problems : Object.fromEntries(left)
}

/** The id of a field of a Form, and what is wrong with it. */
export function useField() {
  const id = useId()
  return { id, error: use(ProblemsContext)[id] }
}

/** A field of one line in such a form. */
export const TextField = (props: TextInputProps) => <TextInput {...useField()} {...props} />

/** A field for an e-mail address. A browser rewrites what is typed into one of the type `email`. */
export const EmailField = (props: TextInputProps) => (
  <TextField inputMode="email" pattern="\s*[^@\s]+@[^@\s]+\.[^@\s]+\s*" {...props} />
)
