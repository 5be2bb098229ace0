// The listbox below a combobox. It never takes the focus, which stays in the field.
import classes from './combobox.module.css'
import type { Suggestion } from './suggestions.ts'

interface SuggestionListProps {
  readonly id: string
  /** The name of the list. */
  readonly label: string
  readonly shown: readonly Suggestion[]
  /** The index of the active option, or -1. */
  readonly active: number
  readonly onChoose: (value: string) => void
}

/** The id of an option of a list, by which the field names the active one. */
export const optionId = (list: string, index: number): string => `${list}-${index}`

export function SuggestionList({ id, label, shown, active, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
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
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={classes.option}
          ref={index === active ? intoView : undefined}
          onClick={() => onChoose(key)}
        >
          <span>{text || key}</span>
          {text && <code>{key}</code>}
        </div>
      ))}
    </div>
  )
}

const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
