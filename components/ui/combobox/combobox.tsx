// A text with suggestions that are all there when it is opened (WAI-ARIA APG, combobox with a listbox): anything can be typed.
'use client'

import { TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import classes from './combobox.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { nameOf, type Suggestion, valueNamed } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

interface ComboboxProps {
  readonly label: string
  readonly description?: string
  readonly list: string
  readonly value: string
  readonly suggestions: readonly Suggestion[]
  readonly onChange: (value: string) => void
  /** True to show the name of a value, where it has one, while nobody types. */
  readonly named?: boolean
}

/** An input whose list of suggestions opens below it. */
export function Combobox({ value, suggestions, onChange, list, named = false, ...words }: ComboboxProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { shown, active, open, filter, close, choose, press } = useSuggestions(suggestions, (chosen) => {
    onChange(chosen)
    setTyped(undefined)
    field.current?.focus()
  })
  return (
    <TextInput
      {...words}
      ref={field}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={shown.length > 0}
      aria-controls={id}
      aria-activedescendant={shown[active] && optionId(id, active)}
      value={typed ?? (named ? nameOf(suggestions, value) : value)}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      inputContainer={(input) => (
        <div className={classes.around}>
          {input}
          <SuggestionList id={id} label={list} shown={shown} active={active} onChoose={choose} />
        </div>
      )}
      onClick={open}
      onKeyDown={press}
      onFocus={({ target }) => named && target.select()}
      onBlur={() => {
        setTyped(undefined)
        close()
      }}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(named ? valueNamed(suggestions, target.value) : target.value)
        filter(target.value)
      }}
    />
  )
}
