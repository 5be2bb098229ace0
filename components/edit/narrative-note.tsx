// What becomes of the text of a record, for whoever is about to save.
'use client'

import { Alert } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { narrativeFate } from './narrative-fate.ts'
import { editTexts } from './texts.ts'

export function NarrativeNote({ base, text }: { readonly base: string; readonly text: string }) {
  const texts = useTexts(editTexts)
  const fate = narrativeFate(base, text)
  if (!fate) return null
  return (
    <Alert color={fate === 'remade' ? 'teal' : 'orange'} role="status">
      {texts.narrative[fate]}
    </Alert>
  )
}
