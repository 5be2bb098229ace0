// The protocol's own error text, which is English in every language.
'use client'

import { useLanguage } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'

export function Told({ sentence }: { readonly sentence: string | undefined }) {
  const words = TRACE_TEXTS[useLanguage()]
  return sentence === undefined ? null : (
    <p className={layout.quiet}>
      {words.told} <q lang="en">{sentence}</q>
    </p>
  )
}
