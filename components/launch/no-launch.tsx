// The app without a launch, or with one that is over.
'use client'

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Face } from './face.tsx'
import { forgetAnswers } from './kept-answers.ts'
import classes from './launch.module.css'
import { launchTexts } from './texts.ts'

interface NoLaunchProps {
  /** The page had a launch, whose session is over. */
  readonly ended: boolean
  readonly isDemo: boolean
}

export function NoLaunch({ ended, isDemo }: NoLaunchProps) {
  const texts = useTexts(launchTexts)
  useEffect(forgetAnswers, [])
  return (
    <Face isDemo={isDemo}>
      <div className={layout.page}>
        <div className={classes.words} role={ended ? 'alert' : undefined}>
          <h1>{ended ? texts.endedTitle : texts.noneTitle}</h1>
          <p>{ended ? texts.endedText : texts.noneText}</p>
        </div>
        <div>
          <Button component="a" href="/portal" size="md">
            {texts.toPortal}
          </Button>
        </div>
      </div>
    </Face>
  )
}
