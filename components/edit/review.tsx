// The changes before they are saved, and the server's refusal if there was one.
'use client'

import { Button } from '@mantine/core'
import { useId } from 'react'
import classes from '#components/browse/browse.module.css'
import { ChangeFailed } from '#components/browse/change-failed.tsx'
import { ChangeList } from '#components/browse/compare.tsx'
import { differences } from '#components/browse/differences.ts'
import type { Base } from '#components/browse/draft.ts'
import type { useRecordChange } from '#components/browse/record-change.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { parseJsonTree } from '#lib/fhir/json-tree.ts'
import type { TextProblem } from '#lib/fhir/validation/text-problems.ts'
import { NarrativeNote } from './narrative-note.tsx'
import { Problems } from './problems.tsx'
import { StepTitle } from './step-title.tsx'
import { editTexts } from './texts.ts'

interface ReviewProps {
  readonly base: Base
  readonly text: string
  readonly problems: readonly TextProblem[]
  readonly saving: Pick<ReturnType<typeof useRecordChange>, 'data' | 'error' | 'isPending'>
  readonly save: () => void
  readonly goOn: () => void
  readonly showElement: (element: string) => void
  readonly showLine: (line: number) => void
}

export function Review({ base, text, problems, saving, save, goOn, showElement, showLine }: ReviewProps) {
  const texts = useTexts(editTexts)
  const id = useId()
  const changes = differences(parseJsonTree(base.text), parseJsonTree(text))
  const isRefused = problems.length > 0
  const isNew = changes.length > 0 || base.isDeleted
  return (
    <section className={layout.section}>
      <StepTitle>{texts.reviewTitle}</StepTitle>
      <ChangeFailed refusal={saving.data} error={saving.error} showElement={showElement} />
      {changes.length > 0 ? (
        <ChangeList label={texts.reviewTitle} planned changes={changes} />
      ) : (
        <p className={layout.empty}>{texts.nothingChanged}</p>
      )}
      <NarrativeNote base={base.text} text={text} />
      {isRefused && (
        <>
          <p className={classes.problem}>{texts.stillProblems(problems.length)}</p>
          <Problems id={id} problems={problems} goTo={showLine} />
        </>
      )}
      <div className={layout.actions}>
        {!isRefused && (
          <Button onClick={save} loading={saving.isPending} disabled={!isNew}>
            {texts.save(base.version + 1)}
          </Button>
        )}
        <Button variant={isRefused ? 'filled' : 'default'} onClick={goOn}>
          {texts.goOn}
        </Button>
      </div>
    </section>
  )
}
