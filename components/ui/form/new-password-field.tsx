// The field in which somebody chooses a password, with what password managers ask for.
import type { TextInputProps } from '@mantine/core'
import { SHORTEST_PASSWORD } from '#lib/password-length.ts'
import { TextField } from './form.tsx'

interface NewPasswordFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'value' | 'onChange'> {
  /** Whose password it is, where the form has no field for it. */
  readonly username?: string
}

export function NewPasswordField({ username, ...field }: NewPasswordFieldProps) {
  return (
    <>
      {username !== undefined && <input type="hidden" autoComplete="username" value={username} />}
      <TextField type="password" autoComplete="new-password" minLength={SHORTEST_PASSWORD} required {...field} />
    </>
  )
}
