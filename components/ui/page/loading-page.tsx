// The outline of a page that is loading, with words for screen readers.
'use client'

import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { pieceTexts } from './texts.ts'

export function LoadingPage() {
  const texts = useTexts(pieceTexts)
  return (
    <div role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton height={36} width="45%" mb="lg" />
      <Skeleton height={14} width="80%" mb="sm" />
      <Skeleton height={14} width="65%" mb="xl" />
      <Skeleton height={160} />
    </div>
  )
}
