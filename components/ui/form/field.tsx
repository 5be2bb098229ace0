// A form control with its label and an optional hint.
'use client'

import { type ReactNode, useId } from 'react'
import layout from '#components/ui/page/page.module.css'
import classes from './form.module.css'

interface FieldProps {
  readonly label: string
  readonly hint?: string
  /** Gets the id for the label, and the id of the hint. */
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ReactNode
}

/** The children make the control with the attributes that tie it to its label and hint. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      {label && <label htmlFor={id}>{label}</label>}
      {children(hint ? { id, 'aria-describedby': `${id}-hint` } : { id })}
      {hint && (
        <p id={`${id}-hint`} className={layout.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search'
  readonly required?: boolean
  readonly lines?: number
}

/** One line of text, or several. */
export function TextField({ label, hint, value, onChange, type = 'text', required = false, lines }: TextFieldProps) {
  return (
    <Field label={label} {...(hint ? { hint } : {})}>
      {(ids) =>
        lines ? (
          <textarea
            {...ids}
            className={`${classes.control} ${classes.lines}`}
            rows={lines}
            value={value}
            required={required}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...ids}
            className={classes.control}
            // Browsers refuse addresses that the server takes, such as josé@example.org.
            {...(type === 'email' ? { type: 'text', inputMode: 'email' } : { type })}
            value={value}
            required={required}
            spellCheck={false}
            autoComplete={type === 'password' ? 'new-password' : 'off'}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  )
}

interface ChoiceFieldProps<Value extends string> {
  /** The id of a heading that is the label; the field has none of its own then. */
  readonly labelledBy?: string
  readonly label: string
  readonly hint?: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value) => void
}

/** One of a few. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, labelledBy, hint, value, options, onChange } = props
  return (
    <Field label={labelledBy === undefined ? label : ''} {...(hint ? { hint } : {})}>
      {(ids) => (
        <select
          {...ids}
          aria-labelledby={labelledBy}
          className={classes.control}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
