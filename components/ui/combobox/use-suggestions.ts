// The state of a list of suggestions: whether it is open, what it shows and which option is active (WAI-ARIA APG,
// combobox with a listbox, keyboard interaction).
import { type KeyboardEvent, useState } from 'react'
import { matching, type Suggestion } from './suggestions.ts'

export interface Suggestions {
  /** None while the list is closed. */
  readonly shown: readonly Suggestion[]
  /** The index of the active option, or -1. */
  readonly active: number
  /** Opens the list with all suggestions. */
  readonly open: () => void
  /** Opens the list with the suggestions for a typed text. */
  readonly filter: (typed: string) => void
  readonly close: () => void
  /** Takes an option and closes the list. */
  readonly choose: (value: string) => void
  /** Handles a key that was pressed in the field. */
  readonly press: (event: KeyboardEvent) => void
}

/** `onChoose` receives the value of a chosen option. */
export function useSuggestions(suggestions: readonly Suggestion[], onChoose: (value: string) => void): Suggestions {
  const [isOpen, setOpen] = useState(false)
  // The field's initial text filters nothing; typed text does.
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const shown = isOpen ? matching(suggestions, typed) : []
  const filter = (text: string) => {
    setTyped(text)
    setActive(-1)
    setOpen(true)
  }
  const open = () => {
    if (!isOpen) filter('')
  }
  const close = () => setOpen(false)
  const choose = (value: string) => {
    onChoose(value)
    close()
  }
  const move = (by: number) => {
    if (!isOpen) open()
    else if (shown.length > 0) setActive((active + by + shown.length + (active < 0 && by < 0 ? 1 : 0)) % shown.length)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && isOpen && shown[active]) choose(shown[active][0])
    else return
    event.preventDefault()
  }
  return { shown, active, open, filter, close, choose, press }
}
