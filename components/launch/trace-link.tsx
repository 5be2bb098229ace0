// The link to the trace of a launch: its requests and checks at all peers.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { launchTexts } from './texts.ts'

export function TraceLink({ trace }: { readonly trace: string | undefined }) {
  const texts = useTexts(launchTexts)
  return trace === undefined ? null : (
    <p>
      <a href={`/traces/${encodeURIComponent(trace)}`}>{texts.howDidThisHappen}</a>
    </p>
  )
}
