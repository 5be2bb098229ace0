// The field in which somebody chooses a password, with what password managers ask for.
import type { TextInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import { isGuessable } from '#lib/guessable-password.ts'
import { GUESSABLE } from '#lib/i18n/guessable-password.ts'
import { SHORTEST_PASSWORD } from '#lib/password-length.ts'
import { TextField } from './form.tsx'

interface NewPasswordFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'onChange'> {
  readonly value: string
  /** Whose password it is, where the form has no field for it. */
  readonly username?: string
}

export function NewPasswordField({ username, ...field }: NewPasswordFieldProps) {
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const problem = isGuessable(field.value, username) ? GUESSABLE[language] : ''
  useEffect(() => input.current?.setCustomValidity(problem), [problem])
  return (
    <>
      {username !== undefined && <input type="hidden" autoComplete="username" value={username} />}
      <TextField
        ref={input}
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        required
        {...field}
      />
    </>
  )
}
