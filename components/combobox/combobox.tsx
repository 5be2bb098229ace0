// A text with suggestions that are all there when it is opened (WAI-ARIA APG, combobox with a listbox): anything can be typed.
'use client'

import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import classes from './combobox.module.css'

/** A value and its display name, which may be empty. */
export type Suggestion = readonly [value: string, text: string]

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
  const [isOpen, setOpen] = useState(false)
  // The field's initial text filters nothing; typed text does.
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const shown = isOpen ? matching(suggestions, typed) : []
  const open = () => {
    setTyped('')
    setActive(-1)
    setOpen(true)
  }
  const choose = (chosen: string) => {
    onChange(chosen)
    setOpen(false)
    input.current?.focus()
  }
  const move = (by: number) => {
    if (!isOpen) open()
    else if (shown.length > 0) setActive((active + by + shown.length + (active < 0 && by < 0 ? 1 : 0)) % shown.length)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (event.key === 'Enter' && isOpen && shown[active]) choose(shown[active][0])
    else return
    event.preventDefault()
  }
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
        aria-activedescendant={shown[active] && `${list}-${active}`}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onClick={() => !isOpen && open()}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onChange(event.target.value)
          setTyped(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
      />
      <IconChevronDown size={16} aria-hidden className={classes.arrow} />
      <div
        id={list}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className={classes.list}
        hidden={shown.length === 0}
        onMouseDown={(event) => event.preventDefault()} // The focus stays in the field.
      >
        {shown.map(([key, text], index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field
          <div
            key={key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.option}
            ref={index === active ? intoView : undefined}
            onClick={() => choose(key)}
          >
            <span>{text || key}</span>
            {text && <code>{key}</code>}
          </div>
        ))}
      </div>
    </div>
  )
}

const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

/** Suggestions whose value or name contains all typed words. */
export function matching(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const words = typed.toLowerCase().split(/\s+/)
  return suggestions.filter((one) => words.every((word) => one.join(' ').toLowerCase().includes(word)))
}
