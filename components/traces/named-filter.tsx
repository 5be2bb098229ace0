// A filter by an app or a person: one picks a name, and may type an id. The names are asked for when the field is used, since that
// they were shown is recorded.
'use client'

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meant, type Suggestion } from '#components/ui/combobox/suggestions.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import type { TraceKnown } from '#lib/api/traces.ts'
import { tracesTexts } from './texts.ts'
import { knownQuery } from './trace-queries.ts'

interface NamedFilterProps {
  readonly label: string
  readonly of: keyof TraceKnown
  /** The id that is filtered by; empty for none. */
  readonly value: string
  readonly choose: (id: string) => void
}

export function NamedFilter({ label, of, value, choose }: NamedFilterProps) {
  const language = useLanguage()
  const { any } = useTexts(tracesTexts)
  const [used, setUsed] = useState(value !== '')
  const [typed, setTyped] = useState<string>()
  const { data } = useQuery({ ...knownQuery(language), enabled: used })
  const known: readonly Suggestion[] = (data?.[of] ?? []).map(({ id, name = '' }) => [id, name])
  /** Two of one name are told apart by their ids. */
  const nameOf = (id: string) => {
    const name = known.find(([one]) => one === id)?.[1] || id
    return known.filter(([, other]) => other === name).length > 1 ? id : name
  }
  const apply = (id: string) => {
    setTyped(undefined)
    if (id !== value) choose(id)
  }
  const change = (text: string) => {
    const chosen = text === '' ? '' : known.find(([id]) => text === id || text === nameOf(id))?.[0]
    if (chosen === undefined) setTyped(text)
    else apply(chosen)
  }
  /** What was typed: the one that it names, else an id. */
  const settle = () => {
    const text = typed?.trim()
    if (text !== undefined) apply((text && meant(known, text)) || text)
  }
  return (
    <>
      <TextInput
        label={label}
        list={of}
        placeholder={any}
        value={typed ?? nameOf(value)}
        onFocus={() => setUsed(true)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
        onChange={({ target }) => change(target.value)}
      />
      <datalist id={of}>
        {known.map(([id]) => (
          <option key={id} value={nameOf(id)} label={nameOf(id) === id ? undefined : id} />
        ))}
      </datalist>
    </>
  )
}
