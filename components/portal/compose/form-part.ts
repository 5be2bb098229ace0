// The props of each part of the launch form.
import type { ComposeOptions } from '#lib/api/compose.ts'
import type { ComposeForm as Form } from './compose-state.ts'

export interface FormPartProps {
  readonly options: ComposeOptions
  readonly form: Form
  readonly change: (changes: Partial<Form>) => void
}
