// The kinds of events of the audit log, and what each means.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import classes from './audit.module.css'
import { auditEventTexts } from './event-texts.ts'
import { nameOf } from './event-words.tsx'
import { auditTexts } from './texts.ts'

export function EventMeanings() {
  const { names } = useTexts(auditTexts)
  const { meanings } = useTexts(auditEventTexts)
  return (
    <dl className={classes.facts}>
      {Object.entries(meanings).map(([name, meaning]) => (
        <Fact key={name} label={nameOf(names, name)}>
          {meaning}
        </Fact>
      ))}
    </dl>
  )
}
