// A problem of a record in the language of the page; where that has no words for it, as the FHIR API says it.
'use client'

import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import { problemInDutch } from './dutch-problems.ts'

export function ProblemWords({ diagnostics }: { readonly diagnostics: string }) {
  const dutch = useLanguage() === 'nl' ? problemInDutch(diagnostics) : undefined
  return dutch === undefined ? <span lang="en">{diagnostics}</span> : <span>{dutch}</span>
}
