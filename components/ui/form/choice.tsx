// One of a few ways to go on, all in sight.
'use client'

import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import classes from './form.module.css'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string; readonly description?: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export const Choice = <Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) => (
  <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as Value)}>
    <div className={classes.options}>
      {options.map((option) => (
        <Radio key={option.value} {...option} />
      ))}
    </div>
  </Radio.Group>
)
