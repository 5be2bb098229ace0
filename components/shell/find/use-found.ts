// What is found for a text while it is typed: of the site for everybody, of people for whoever is signed in. One request of each
// at a time, and none while somebody types on.
import { useEffect, useState } from 'react'
import { getJson } from '#components/ui/http/get-json.ts'
import { useAccount } from '#components/ui/session/account-context.tsx'
import type { FoundPlace, FoundThing } from '#lib/api/find.ts'

/** Somebody who types on within this time asks nothing, in milliseconds. */
const PAUSE_MS = 180

export interface Found {
  /** The text that these were found for. */
  readonly text: string
  readonly places: readonly FoundPlace[]
  readonly things: readonly FoundThing[]
  /** True while something was not answered yet. */
  readonly busy: boolean
  readonly failed: boolean
}

const NOTHING: Found = { text: '', places: [], things: [], busy: false, failed: false }

export function useFound(text: string): Found {
  const [found, setFound] = useState(NOTHING)
  const isKnown = useAccount() !== undefined
  useEffect(() => {
    if (text === '') return setFound(NOTHING)
    const control = new AbortController()
    const ask = async () => {
      const query = new URLSearchParams({ q: text })
      const read = <Item>(path: string) =>
        getJson<{ readonly items: readonly Item[] }>(`${path}?${query}`, control.signal).then(({ items }) => items)
      const things = isKnown ? read<FoundThing>('/api/find').catch(() => []) : []
      try {
        const places = await read<FoundPlace>('/docs/find')
        setFound({ text, places, things: [], busy: isKnown, failed: false })
        const all = await things
        if (!control.signal.aborted) setFound({ text, places, things: all, busy: false, failed: false })
      } catch {
        if (!control.signal.aborted) setFound({ ...NOTHING, text, failed: true })
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text, isKnown])
  return found
}
