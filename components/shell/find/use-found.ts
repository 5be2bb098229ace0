// What is found for a text while it is typed, and the pages before that: of the site for everybody, of people for whoever is signed in. One request of each
// at a time, and none while somebody types on.
import { useEffect, useState } from 'react'
import { getJson } from '#components/ui/http/get-json.ts'
import { useAccount } from '#components/ui/session/account-context.tsx'
import type { FoundPlace, FoundThing } from '#lib/api/find.ts'

/** Somebody who types on within this time asks nothing, in milliseconds. */
const PAUSE_MS = 180
/** What is of people is waited for so long: it stands before the documents, and nothing moves once it is shown. */
const PATIENCE_MS = 1500

export interface Found {
  /** The text that these were found for; undefined before the first answer. */
  readonly text: string | undefined
  readonly places: readonly FoundPlace[]
  readonly things: readonly FoundThing[]
  readonly failed: boolean
}

const NOTHING: Found = { text: undefined, places: [], things: [], failed: false }

export function useFound(text: string): Found {
  const [found, setFound] = useState(NOTHING)
  const isKnown = useAccount() !== undefined
  useEffect(() => {
    const control = new AbortController()
    const ask = async () => {
      const query = new URLSearchParams({ q: text })
      const read = <Item>(path: string, signal = control.signal) =>
        getJson<{ readonly items: readonly Item[] }>(`${path}?${query}`, signal).then(({ items }) => items)
      const soon = AbortSignal.any([control.signal, AbortSignal.timeout(PATIENCE_MS)])
      const things = isKnown && text !== '' ? read<FoundThing>('/api/find', soon).catch(() => []) : []
      const found = await Promise.all([read<FoundPlace>('/docs/find'), things]).then(
        ([places, ofPeople]) => ({ text, places, things: ofPeople, failed: false }),
        () => ({ ...NOTHING, text, failed: true }),
      )
      if (!control.signal.aborted) setFound(found)
    }
    const timer = setTimeout(() => void ask(), text === '' ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text, isKnown])
  return found
}
