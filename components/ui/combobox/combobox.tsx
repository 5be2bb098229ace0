// A text with suggestions that are all there when it is opened (WAI-ARIA APG, combobox with a listbox): anything can be typed.
'use client'

import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import classes from './combobox.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import type { Suggestion } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

interface ComboboxProps {
  readonly id: string
  /** The name of the list. */
  readonly label: string
  readonly 'aria-describedby'?: string
  readonly className: string | undefined
  readonly value: string
  readonly suggestions: readonly Suggestion[]
  readonly onChange: (value: string) => void
}

/** An input whose list of suggestions opens below it. */
export function Combobox({ value, suggestions, onChange, className, label, ...ids }: ComboboxProps) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const { shown, active, open, filter, close, choose, press } = useSuggestions(suggestions, (chosen) => {
    onChange(chosen)
    input.current?.focus()
  })
  return (
    <div className={classes.around}>
      <input
        {...ids}
        ref={input}
        className={className}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-activedescendant={shown[active] && optionId(list, active)}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onClick={open}
        onKeyDown={press}
        onBlur={close}
        onChange={(event) => {
          onChange(event.target.value)
          filter(event.target.value)
        }}
      />
      <IconChevronDown size={16} aria-hidden className={classes.arrow} />
      <SuggestionList id={list} label={label} shown={shown} active={active} onChoose={choose} />
    </div>
  )
}
