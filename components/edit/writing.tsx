// The editing step: as a form or as JSON, with the problems that the server would find, updated as one types.
'use client'

import { Button, Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import Link from 'next/link'
import { useId, useMemo, useRef, useState } from 'react'
import browse from '#components/browse/browse.module.css'
import { useBrowse } from '#components/browse/browse-context.tsx'
import { type Draft, drafted, fitsForm, inMode, isChanged } from '#components/browse/draft.ts'
import type { RecordRef } from '#components/browse/record-ref.ts'
import { recordHref } from '#components/browse/reference-target.ts'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { textProblems } from '#lib/fhir/validation/text-problems.ts'
import { parsedJson } from '#lib/json.ts'
import classes from './edit.module.css'
import { formOf } from './form-fields.ts'
import { goToLine, JsonEditor } from './json-editor.tsx'
import { NarrativeNote } from './narrative-note.tsx'
import { Problems } from './problems.tsx'
import { RecordForm } from './record-form.tsx'
import { editTexts } from './texts.ts'

/** Milliseconds after the last key, so that problems do not flicker while somebody types. */
const LOOK_AFTER_MS = 250

interface WritingProps {
  readonly record: RecordRef
  readonly draft: Draft
  /** The line of the JSON to begin with. */
  readonly line: number | undefined
  readonly change: (draft: Draft) => void
  readonly review: () => void
  readonly reset: () => void
}

export function Writing({ record, draft, line, change, review, reset }: WritingProps) {
  const texts = useTexts(editTexts)
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { text, fault } = useMemo(() => drafted(draft), [draft])
  const { profiles } = useBrowse()
  const [typed] = useDebouncedValue(text, LOOK_AFTER_MS)
  /** The text that could not be reviewed, whose problems do not wait. */
  const [refused, setRefused] = useState<string>()
  const looked = refused === text ? text : typed
  const problems = useMemo(() => textProblems(looked, record, profiles), [looked, record, profiles])
  const hasForm = formOf(record.type) !== undefined
  const isReadable = fitsForm(text, record.type)
  const page = useRef<HTMLDivElement>(null)
  const reviewOrFix = () => {
    const [first] = textProblems(text, record, profiles)
    if (!first) return review()
    setRefused(text)
    requestAnimationFrame(() =>
      draft.mode === 'json' ? goToLine(area.current, first.line) : focusFaulty(page.current),
    )
  }
  const goTo = (number: number) => {
    if (draft.mode === 'form') change(inMode(draft, 'json'))
    requestAnimationFrame(() => goToLine(area.current, number))
  }
  return (
    <div ref={page} className={layout.section}>
      <Tabs
        value={draft.mode}
        onChange={(mode) => change(inMode(draft, mode === 'form' ? 'form' : 'json'))}
        keepMounted={false}
        variant="pills"
        radius="xl"
      >
        <Tabs.List aria-label={texts.views} className={browse.tabs}>
          {hasForm && (
            <Tabs.Tab value="form" disabled={!isReadable}>
              {texts.form}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="json">{texts.json}</Tabs.Tab>
        </Tabs.List>
        {hasForm && (
          <Tabs.Panel value="form" pt="lg">
            <RecordForm
              type={record.type}
              source={parsedJson(draft.source) ?? {}}
              edits={draft.edits}
              problems={problems}
              edit={(edits) => change({ ...draft, edits })}
            />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="json" pt="lg">
          {!hasForm && <p className={classes.lead}>{texts.jsonOnly}</p>}
          {hasForm && !isReadable && <p className={classes.lead}>{texts.formNeeds}</p>}
          <JsonEditor
            text={draft.source}
            problems={looked === text ? problems : []}
            describedBy={`${id}-problems`}
            line={line}
            edit={(source) => change({ ...draft, source })}
            area={area}
          />
        </Tabs.Panel>
      </Tabs>
      <NarrativeNote base={draft.base.text} text={looked} />
      {fault && (
        <p className={browse.problem} role="alert" lang="en">
          {fault}
        </p>
      )}
      <Problems id={`${id}-problems`} problems={problems} goTo={goTo} />
      <div className={`${layout.actions} ${classes.bar}`} data-mode={draft.mode}>
        <Button disabled={fault !== undefined} onClick={reviewOrFix}>
          {texts.review}
        </Button>
        <Button component={Link} href={recordHref(record.type, record.id)} prefetch={false} variant="default">
          {texts.cancel}
        </Button>
        {isChanged(draft) && <ResetButton reset={reset} />}
        {problems.length > 0 && (
          <p className={classes.problem} role={refused === text ? 'alert' : undefined}>
            {refused === text ? texts.fixFirst(problems.length) : texts.problems(problems.length)}
          </p>
        )}
      </div>
    </div>
  )
}

/** The first field with a problem; where only the JSON has its element, the way there. */
const focusFaulty = (page: HTMLElement | null) =>
  (
    page?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? page?.querySelector<HTMLElement>('section li button')
  )?.focus()

function ResetButton({ reset }: Pick<WritingProps, 'reset'>) {
  const texts = useTexts(editTexts)
  const question = {
    title: texts.resetTitle,
    confirm: texts.reset,
    dangerous: true,
    children: <p>{texts.resetText}</p>,
  }
  return (
    <AskButton size="sm" question={question} onSure={reset}>
      {texts.reset}
    </AskButton>
  )
}
