// The state of a page is in its address, so that reload, a shared link and Back restore it.
'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { queryOf } from './query.ts'
import { whenHeard } from './when-heard.ts'

interface Address {
  readonly query: URLSearchParams
  /** A number for the key of forms: another one when the address changed otherwise than by `go` and `type`, such as by Back. */
  readonly key: number
  /** Shows another query of the page, '' for none; Back leads to the one before. */
  readonly go: (query: string) => void
  /** Shows another query in place of the one shown, while letters are typed. */
  readonly type: (query: string) => void
}

/** The query of the page's address. Fields of a form that calls `go` keep their text and the focus. */
export function useAddress(): Address {
  const query = new URLSearchParams(useSearchParams())
  const [known, setKnown] = useState({ shown: `${query}`, sent: `${query}`, key: 0 })
  if (known.shown !== `${query}`) {
    const isSent = known.sent === `${query}`
    setKnown({ shown: `${query}`, sent: `${query}`, key: isSent ? known.key : known.key + 1 })
  }
  useEffect(() => {
    // Also back to the one that React showed last, where those after it passed too soon to be shown.
    const back = () => setKnown((one) => ({ ...one, key: one.key + 1 }))
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])
  const by = (show: (query: string) => void) => (to: string) => {
    setKnown({ ...known, sent: `${new URLSearchParams(to)}` })
    show(to)
  }
  return { query, key: known.key, go: by(showQuery), type: by(replaceQuery) }
}

/** The text of a search that runs with each letter, and its setter: `q` in the address, the only value there. */
export function useSearchText(): readonly [string, (typed: string) => void] {
  const [text, setText] = useState(useSearchParams().get('q') ?? '')
  const change = (typed: string) => {
    setText(typed)
    replaceQuery(queryOf({ q: typed.trim() }))
  }
  return [text, change]
}

/** Shows another query of the page as a new history entry. Next informs the page through useSearchParams. */
export const showQuery = (query: string): void =>
  whenHeard(() => {
    const { pathname, search } = window.location
    if (query !== search) window.history.pushState(null, '', `${pathname}${query}`)
  })

/** Replaces the current query without a history entry, for example while somebody types. */
export const replaceQuery = (query: string): void =>
  whenHeard(() => window.history.replaceState(null, '', `${window.location.pathname}${query}`))

/** The query of the page with one value set, or removed when it is undefined. */
export function queryWith(name: string, value: string | undefined): string {
  const query = new URLSearchParams(window.location.search)
  if (value === undefined) query.delete(name)
  else query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}
