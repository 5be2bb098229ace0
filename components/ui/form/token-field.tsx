// A field for a token that is pasted: hidden, and not offered to be kept by the browser.
import { TextInput } from '@mantine/core'

interface TokenFieldProps {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly change: (token: string) => void
}

export const TokenField = ({ change, ...field }: TokenFieldProps) => (
  <TextInput {...field} type="password" autoComplete="new-password" onChange={({ target }) => change(target.value)} />
)
