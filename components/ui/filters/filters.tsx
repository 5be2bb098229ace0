// The fields by which a list is filtered. Each change calls `set`; without `set`, they are read when their form is
// sent.
'use client'

import classes from './filters.module.css'

interface FilterProps {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly set?: (value: string) => void
}

interface TextFilterProps extends FilterProps {
  readonly hint?: string
  readonly type?: 'search' | 'text' | 'date'
}

/** A field for text. */
export const TextFilter = ({ name, label, value = '', set, hint = '', type = 'text' }: TextFilterProps) => (
  <label className={classes.filter}>
    {label}
    <input
      type={type}
      name={name}
      defaultValue={value}
      placeholder={hint}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => set?.(currentTarget.value)}
    />
  </label>
)

interface ChoiceFilterProps extends FilterProps {
  /** The name of no choice. */
  readonly any: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

/** A choice, of which `any` is the one that filters nothing. */
export const ChoiceFilter = ({ name, label, value = '', set, any, options }: ChoiceFilterProps) => (
  <label className={classes.filter}>
    {label}
    <select name={name} defaultValue={value} onChange={({ currentTarget }) => set?.(currentTarget.value)}>
      <option value="">{any}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
