// What a person typed, chose and pressed while the script of the page was still on its way: React takes no notice of it, and would put
// back what the server had written. Firefox's reload, which keeps the values of fields, is such a case, too.
'use client'

import { useEffect } from 'react'
import { takeEarlyPress } from './early-press.tsx'

/**
 * To be called once, by what holds the whole page: tells each field's component of the value that the field already has, and then
 * presses the button that was pressed.
 */
export function useDoneBefore(): void {
  useEffect(() => {
    const pressed = takeEarlyPress()
    const typed = [...document.querySelectorAll('input, textarea, select')].flatMap(typedInto)
    // Later: a choice can be what made React take over the page at once, in the middle of which it takes no other.
    setTimeout(() => void tellOneByOne(typed).then(() => pressed?.isConnected && pressed.click()))
  }, [])
}

/** Does it again as if it were done now. */
type Again = () => void

/** A form whose fields are one state has to have taken the first before it hears of the second. */
async function tellOneByOne(typed: readonly Again[]): Promise<void> {
  for (const again of typed) {
    again()
    await Promise.resolve()
  }
}

function typedInto(field: Element): readonly Again[] {
  if (field instanceof HTMLSelectElement) return chosen(field)
  if (field instanceof HTMLTextAreaElement) return text(field, HTMLTextAreaElement.prototype)
  if (!(field instanceof HTMLInputElement) || field.type === 'file') return []
  return ['checkbox', 'radio'].includes(field.type) ? checked(field) : text(field, HTMLInputElement.prototype)
}

// React hears of a change only where the value differs from the one it saw last, and it sees what is assigned to the field itself, not
// what goes through its prototype: so it is shown the old value first.

function text(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): readonly Again[] {
  const { value, defaultValue } = field
  if (value === defaultValue) return []
  return [
    () => {
      if (field.value !== value && field.value !== defaultValue) return // Somebody has gone on typing.
      field.value = defaultValue
      Reflect.set(prototype, 'value', value, field)
      tell(field, 'input')
    },
  ]
}

function checked(field: HTMLInputElement): readonly Again[] {
  const { checked, defaultChecked, type } = field
  // Of a group of radio buttons, the one that was chosen tells.
  if (checked === defaultChecked || (type === 'radio' && !checked)) return []
  return [
    () => {
      field.checked = defaultChecked
      Reflect.set(HTMLInputElement.prototype, 'checked', checked, field)
      tell(field, 'click')
    },
  ]
}

function chosen(field: HTMLSelectElement): readonly Again[] {
  const { value, options } = field
  const written = [...options].find((one) => one.defaultSelected) ?? options[0]
  if (value === written?.value) return []
  return [
    () => {
      if (field.value !== value && field.value !== written?.value) return
      field.value = value
      tell(field, 'change')
    },
  ]
}

const tell = (field: Element, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }))
