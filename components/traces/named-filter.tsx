// A filter by an app or a person: one picks a name, and may type an id. The names are asked for when the field is used, since that
// they were shown is recorded.
'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '#components/ui/combobox/combobox.tsx'
import { matching, type Suggestion } from '#components/ui/combobox/suggestions.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import type { TraceKnown } from '#lib/api/traces.ts'
import { tracesTexts } from './texts.ts'
import { knownQuery } from './trace-queries.ts'

interface NamedFilterProps {
  readonly label: string
  /** The name of the list of suggestions. */
  readonly list: string
  readonly of: keyof TraceKnown
  /** The id that is filtered by; empty for none. */
  readonly value: string
  readonly choose: (id: string) => void
}

export function NamedFilter({ label, list, of, value, choose }: NamedFilterProps) {
  const language = useLanguage()
  const { any } = useTexts(tracesTexts)
  const [used, setUsed] = useState(value !== '')
  const [typed, setTyped] = useState<string>()
  const { data } = useQuery({ ...knownQuery(language), enabled: used })
  const known: readonly Suggestion[] = (data?.[of] ?? []).map(({ id, name = '' }) => [id, name])
  const nameOf = (id: string) => known.find(([one]) => one === id)?.[1] || id
  const apply = (id: string) => {
    setTyped(undefined)
    if (id !== value) choose(id)
  }
  /** What was typed: the one that it names, else an id. */
  const settle = () => {
    if (typed === undefined) return
    const found = typed.trim() === '' ? [] : matching(known, typed.trim())
    apply(found.length === 1 ? (found[0]?.[0] ?? '') : typed.trim())
  }
  return (
    <Combobox
      label={label}
      list={list}
      placeholder={any}
      value={typed ?? nameOf(value)}
      suggestions={known}
      onFocus={() => setUsed(true)}
      onSettled={settle}
      onChange={(text) => (known.some(([id]) => id === text) || text === '' ? apply(text) : setTyped(text))}
    />
  )
}
