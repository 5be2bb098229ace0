// The page for a failed render, in the shell. Details are in the log, not here (conformance SEC-12).
'use client'

import { Button } from '@mantine/core'
import { NoticePage } from '#components/shell/notice-page.tsx'
import { shellTexts } from '#components/shell/texts.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'

export default function ErrorPage() {
  const texts = useTexts(shellTexts)
  return (
    <NoticePage title={texts.failed} text={texts.failedText} toStart={texts.toStart} alert>
      {/* A page that failed on the server came without a title. */}
      <title>{`${texts.failed} · Slipway`}</title>
      {/* Rendering again in the browser alone asks neither the server nor for a script that did not come. */}
      <Button onClick={() => window.location.reload()}>{texts.retry}</Button>
    </NoticePage>
  )
}
