// The app without a launch.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/i18n/language-context.tsx'
import { launchTexts } from '#components/texts/launch.ts'
import classes from './launch.module.css'

export function NoLaunch() {
  const texts = useTexts(launchTexts)
  return (
    <div className={classes.page}>
      <div className={classes.words}>
        <h1>{texts.noneTitle}</h1>
        <p>{texts.noneText}</p>
      </div>
      <div>
        <Button component="a" href="/portal">
          {texts.toPortal}
        </Button>
      </div>
    </div>
  )
}
