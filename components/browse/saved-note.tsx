// The last save on these pages: its version, its changes, and an undo in place.
'use client'

import { Alert, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { useBrowse } from './browse-context.tsx'
import { ChangeFailed } from './change-failed.tsx'
import { showTab } from './place-in-record.ts'
import { useRecordChange } from './record-change.ts'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'

interface SavedNoteProps {
  readonly record: RecordRef
  readonly latest: number
}

export function SavedNote({ record, latest }: SavedNoteProps) {
  const texts = useTexts(recordTexts)
  const { saved } = useBrowse()
  const undo = useRecordChange(record)
  const key = `${record.type}/${record.id}`
  const last = saved.get(key)
  const isShown = last?.version === latest
  const note = useFocusWhen(isShown ? latest : undefined)
  if (!isShown) return null
  const { before } = last
  const takeBack = (text: string) =>
    undo.mutate(
      { version: latest, text },
      { onSuccess: (refusal) => refusal ?? saved.set(key, { version: latest + 1, before: undefined }) },
    )
  return (
    <>
      <Alert ref={note} color="teal" role="status" tabIndex={-1} classNames={{ message: layout.actions }}>
        <p>{before === undefined ? texts.undone(latest, latest - 2) : texts.saved(latest)}</p>
        <Button variant="default" size="xs" onClick={() => showTab('history')}>
          {texts.whatChanged}
        </Button>
        {before !== undefined && (
          <Button variant="default" size="xs" loading={undo.isPending} onClick={() => takeBack(before)}>
            {texts.undo}
          </Button>
        )}
      </Alert>
      <ChangeFailed refusal={undo.data} error={undo.error} />
    </>
  )
}

/** A ref to the element that gets the focus when the value changes and the pressed button disappeared with it. */
function useFocusWhen(value: number | undefined) {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (value !== undefined && document.activeElement === document.body) target.current?.focus({ preventScroll: true })
  }, [value])
  return target
}
