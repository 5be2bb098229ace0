// The link to the trace of the latest composed launch, which its hand-over page reports from whichever tab it ran in.
'use client'

import { useEffect, useState } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import { COMPOSED_TRACE } from '#lib/api/compose-words.ts'
import { toldTrace } from './compose-state.ts'
import { composeTexts } from './texts.ts'

export function ComposedTrace() {
  const texts = useTexts(composeTexts)
  const path = useToldTrace()
  return (
    <div aria-live="polite">
      {path && (
        <p>
          <a href={path} target="_blank" rel="noopener">
            {texts.trace}
          </a>
        </p>
      )}
    </div>
  )
}

/** Read on mount, when another tab reports one, and when this page comes back from the launch itself. */
function useToldTrace(): string | undefined {
  const [path, setPath] = useState<string>()
  useEffect(() => {
    const read = () => setPath(toldTrace(stored(), Date.now()))
    read()
    window.addEventListener('storage', read)
    window.addEventListener('pageshow', read)
    return () => {
      window.removeEventListener('storage', read)
      window.removeEventListener('pageshow', read)
    }
  }, [])
  return path
}

/** Browsers without storage throw. */
function stored(): string | null {
  try {
    return window.localStorage.getItem(COMPOSED_TRACE)
  } catch {
    return null
  }
}
