// The dialog that finds things (WAI-ARIA APG, combobox with a listbox; the focus stays in the field). It is the browser's own
// dialog: that keeps the focus within, gives it back, and closes on Escape.
'use client'

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { FoundPlace, FoundThing } from '#lib/api/find.ts'
import classes from './find.module.css'
import { findTexts } from './texts.ts'
import { type Found, useFound } from './use-found.ts'

export interface FindDialogProps {
  /** The field in which somebody began to type, if any. */
  readonly field: HTMLInputElement | null
  readonly onClose: () => void
}

interface Group {
  readonly kind: (typeof KINDS)[number]
  readonly options: readonly (FoundPlace | FoundThing | { readonly kind: 'all'; readonly href: string })[]
}

const KINDS = ['page', 'record', 'user', 'app', 'trace', 'document'] as const
/** Of a kind; the search page has more. */
const MOST = 6
const LONGEST = 100

export function FindDialog({ field, onClose }: FindDialogProps) {
  const texts = useTexts(findTexts)
  const id = useId()
  const [typed, setTyped] = useState(field?.value ?? '')
  const text = typed.trim()
  const found = useFound(text)
  const [active, setActive] = useState(0)
  /** The text of which the first hit is to be opened as soon as it is there. */
  const [wanted, setWanted] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const groups = groupsOf(found, text)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && count > 0) setActive((active + by + count) % count)
    else if (event.key === 'Enter') setWanted(text)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    if (wanted === undefined || wanted !== text || found.text !== text) return
    setWanted(undefined)
    const chosen = document.getElementById(`${id}-${active}`)
    if (chosen) chosen.click()
    else input.current?.form?.requestSubmit()
  }, [wanted, text, found.text, id, active])
  const close = () => {
    if (field) field.value = typed
    onClose()
  }
  const show = (dialog: HTMLDialogElement | null) => {
    if (!dialog || dialog.open) return
    dialog.showModal()
    input.current?.focus()
  }
  const outside = ({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLDialogElement }) => {
    if (target === currentTarget) currentTarget.close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog ref={show} className={classes.dialog} aria-label={texts.title} onClose={close} onClick={outside}>
      <form action="/docs/search" className={classes.form}>
        <input
          ref={input}
          name="q"
          role="combobox"
          aria-label={texts.field}
          placeholder={texts.field}
          aria-autocomplete="list"
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-help`}
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST}
          required
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
          }}
          onKeyDown={press}
        />
        <button type="button" onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
          {texts.close}
        </button>
      </form>
      <FoundList id={id} groups={groups} active={active} />
      <div className={classes.foot}>
        <p id={`${id}-help`} className={classes.help}>
          {texts.help}
        </p>
        <p role="status">{found.text === text ? text !== '' && told(count, found.failed, texts) : texts.looking}</p>
      </div>
    </dialog>
  )
}

/**
 * What is found, by kind; of the documentation, also the page that has it all. Before anything is typed, every page: those are
 * gone with the first letter.
 */
function groupsOf({ text = '', places, things }: Found, typed: string): readonly Group[] {
  if (text === '' && typed !== '') return []
  const all = { kind: 'all', href: `/docs/search?${new URLSearchParams({ q: text })}` } as const
  const ofKind = KINDS.map((kind) => {
    const options = [...places, ...things].filter((one) => one.kind === kind).slice(0, text === '' ? undefined : MOST)
    return { kind, options: kind === 'document' && options.length > 0 ? [...options, all] : options }
  })
  return ofKind.filter(({ options }) => options.length > 0)
}

interface FoundListProps {
  readonly id: string
  readonly groups: readonly Group[]
  /** The place of the active option among all. */
  readonly active: number
}

function FoundList({ id, groups, active }: FoundListProps) {
  const texts = useTexts(findTexts)
  const places = groups.flatMap(({ options }) => options)
  return (
    <div id={`${id}-list`} role="listbox" aria-label={texts.found} tabIndex={-1} className={classes.list}>
      {groups.map(({ kind, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <p id={`${id}-${kind}`}>{texts.groups[kind]}</p>
          {options.map((option) => {
            const at = places.indexOf(option)
            return (
              <a
                key={option.href}
                id={`${id}-${at}`}
                role="option"
                href={option.href}
                tabIndex={-1}
                aria-selected={at === active}
                ref={at === active ? intoView : undefined}
              >
                {option.kind === 'all' ? texts.all : <Item {...option} />}
              </a>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function told(count: number, failed: boolean, texts: (typeof findTexts)['en']): string {
  if (failed) return texts.failed
  return count === 0 ? texts.nothing : texts.count(count)
}

function Item(item: FoundPlace | FoundThing) {
  if ('detail' in item)
    return (
      <>
        <strong>{item.title}</strong>
        <span>
          {item.detail}
          {item.at && (
            <>
              {' · '}
              <Moment at={item.at} />
            </>
          )}
        </span>
      </>
    )
  const { title, page, excerpt, lang } = item
  return (
    <span>
      <strong lang={page && lang}>{title}</strong>
      {page && <span> {page}</span>}
      <span lang={lang}>{marked(excerpt)}</span>
    </span>
  )
}

/** Marks the odd pieces, which are the matches. */
function marked(excerpt: readonly string[]) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their order
  return excerpt.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))
}

const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
