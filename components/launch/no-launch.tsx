// The app without a launch, or with one that is over.
'use client'

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { forgetAnswers } from './kept-answers.ts'
import classes from './launch.module.css'
import { launchTexts } from './texts.ts'

/** `ended`: the page had a launch, whose session is over. */
export function NoLaunch({ ended }: { readonly ended: boolean }) {
  const texts = useTexts(launchTexts)
  useEffect(forgetAnswers, [])
  return (
    <div className={layout.page}>
      <div className={classes.words} role={ended ? 'alert' : undefined}>
        <h1>{ended ? texts.endedTitle : texts.noneTitle}</h1>
        <p>{ended ? texts.endedText : texts.noneText}</p>
      </div>
      <div>
        <Button component="a" href="/portal">
          {texts.toPortal}
        </Button>
      </div>
    </div>
  )
}
