// What to do after a launch that went well: see it step by step, break it, connect an app of one's own.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { tracesTexts } from './texts.ts'
import classes from './traces.module.css'

export function WhatNext({ task }: { readonly task: string }) {
  const texts = useTexts(tracesTexts)
  return (
    <section className={`${layout.card} ${classes.noPrint}`} aria-labelledby="what-next">
      <h2 id="what-next">{texts.whatNext}</h2>
      <p>{texts.whatNextText}</p>
      <div className={layout.actions}>
        <form method="post" action="/portal/launch">
          <input type="hidden" name="task" value={task} />
          <Button type="submit" name="in" value="steps">
            {texts.stepByStep}
          </Button>
        </form>
        <Button component="a" href="/portal/compose" variant="default">
          {texts.breakIt}
        </Button>
        <Button component="a" href="/connect" variant="default">
          {texts.connectYours}
        </Button>
      </div>
    </section>
  )
}
