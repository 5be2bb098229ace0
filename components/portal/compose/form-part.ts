// What each part of the form of a launch is given.
import type { ComposeOptions } from '#lib/api/compose.ts'
import type { ComposeForm as Form } from './compose-state.ts'

export interface FormPartProps {
  readonly options: ComposeOptions
  readonly form: Form
  readonly change: (changes: Partial<Form>) => void
}
