// Edits a record in steps: as a form or as JSON, a review of the changes and, after a conflict, a choice.
'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useBrowse } from '#components/browse/browse-context.tsx'
import { type Base, type Draft, drafted, draftOf, inMode, isChanged, newDraft } from '#components/browse/draft.ts'
import { useRecordChange } from '#components/browse/record-change.ts'
import type { RecordRef } from '#components/browse/record-ref.ts'
import { recordHref } from '#components/browse/reference-target.ts'
import { indexOfElement, lineAt } from '#lib/fhir/element-position.ts'
import { textProblems } from '#lib/fhir/validation/text-problems.ts'
import { Conflict } from './conflict.tsx'
import { formOf } from './form-fields.ts'
import { Review } from './review.tsx'
import { Writing } from './writing.tsx'

interface EditorProps {
  readonly record: RecordRef
  /** The record as it is now. */
  readonly base: Base
}

type Step = 'write' | 'review' | 'choose'

/** The version that was read is not there any more (RFC 9110 §15.5.13). */
const PRECONDITION_FAILED = 412

export function Editor({ record, base }: EditorProps) {
  const router = useRouter()
  const { saved, profiles } = useBrowse()
  const [draft, setDraft] = useDraft(record, base)
  const [step, setStep] = useState<Step>('write')
  const [line, setLine] = useState<number>()
  const saving = useRecordChange(record)
  const { text } = drafted(draft)

  const save = () =>
    saving.mutate(
      { version: draft.base.version, text },
      {
        onSuccess: (refusal) => {
          if (refusal?.status === PRECONDITION_FAILED) setStep('choose')
          if (refusal) return
          const { version, text: before, isDeleted } = draft.base
          if (!isDeleted) saved.set(`${record.type}/${record.id}`, { version: version + 1, before })
          setDraft(undefined)
          router.push(recordHref(record.type, record.id))
        },
      },
    )
  const goOn = (next: Base, chosen: string) => {
    saving.reset()
    setDraft(draftOf(next, chosen, draft.mode))
    setStep('review')
  }
  const showLine = (shown: number) => {
    setDraft(inMode(draft, 'json'))
    setLine(shown)
    setStep('write')
  }

  if (step === 'choose') return <Conflict record={record} base={draft.base} text={text} goOn={goOn} />
  if (step === 'review')
    return (
      <Review
        base={draft.base}
        text={text}
        problems={textProblems(text, record, profiles)}
        saving={saving}
        save={save}
        goOn={() => setStep('write')}
        showElement={(element) => showLine(lineAt(text, indexOfElement(text, element)))}
        showLine={showLine}
      />
    )
  return (
    <Writing
      record={record}
      draft={draft}
      line={line}
      change={(next) => {
        setLine(undefined)
        setDraft(next)
      }}
      review={() => {
        saving.reset()
        setStep('review')
      }}
      reset={() => setDraft(undefined)}
    />
  )
}

/** The draft of a record, which outlives the page; undefined begins anew. The browser asks before it leaves with something unsaved. */
function useDraft({ type, id }: RecordRef, base: Base) {
  const { drafts } = useBrowse()
  const key = `${type}/${id}`
  const begun = () => newDraft(base, formOf(type) ? 'form' : 'json')
  const [draft, setState] = useState<Draft>(() => drafts.get(key) ?? begun())
  const unsaved = isChanged(draft)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  const setDraft = (next: Draft | undefined) => {
    if (next) drafts.set(key, next)
    else drafts.delete(key)
    setState(next ?? begun())
  }
  return [draft, setDraft] as const
}
