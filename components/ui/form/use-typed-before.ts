// Gives React what a person typed and chose while the script of the page was still loading: when it hydrates a field it leaves the
// value there but does not notice it, and the next render would put back what the server had rendered. Firefox's reload, which
// keeps the values of fields, is another such case.
'use client'

import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/**
 * Call it in what hydrates as a whole: the page, and each part of it with a Suspense of its own. Tells each field's component the
 * value that the field has. Does so before the person's next key: one that came first would find the earlier letters rendered away.
 */
export function useTypedBefore(): void {
  const [hydrates] = useState(useIsHydrating())
  useLayoutEffect(() => {
    if (!hydrates) return
    const typed = [...document.querySelectorAll('input, textarea, select')].flatMap(typedInto)
    // After the commit, and after the person's own event, which may have made React hydrate the page: in both it accepts no other.
    queueMicrotask(() => void tellOneByOne(typed))
  }, [hydrates])
}

const useIsHydrating = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )

/** Repeats an action as if it happened now. */
type Again = () => void

/** A form whose fields share one state must process the first before it gets the second. */
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

// React notices a change only when the value differs from the one it saw last. It sees assignments to the field itself,
// not those through its prototype, so the old value is assigned first.

function text(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): readonly Again[] {
  const { value, defaultValue } = field
  if (value === defaultValue) return []
  return [
    () => {
      if (field.value !== value && field.value !== defaultValue) return // The person has continued typing.
      field.value = defaultValue
      Reflect.set(prototype, 'value', value, field)
      tell(field, 'input')
    },
  ]
}

function checked(field: HTMLInputElement): readonly Again[] {
  const { checked, defaultChecked, type } = field
  // In a group of radio buttons, the chosen one reports.
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
