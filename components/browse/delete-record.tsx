// Deletes a record, after a dialog with its name and the records that refer to it.
'use client'

import { useState } from 'react'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { ChangeFailed } from './change-failed.tsx'
import { useRecordChange } from './record-change.ts'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { ReferredBy } from './referred-by.tsx'

interface DeleteRecordProps {
  readonly record: RecordRef
  /** The record's display name. */
  readonly name: string
  /** The version that is shown: a newer one is not deleted unseen. */
  readonly version: number
}

export function DeleteRecord({ record, name, version }: DeleteRecordProps) {
  const texts = useTexts(recordTexts)
  const change = useRecordChange(record)
  const [isReferred, setReferred] = useState(false)
  const reference = `${record.type}/${record.id}`
  const question = {
    title: texts.deleteTitle(name),
    confirm: texts.delete,
    dangerous: true,
    children: (
      <>
        <p>{texts.deleteText(reference)}</p>
        <ReferredBy record={record} lead={texts.deleteReferred} tell={setReferred} />
      </>
    ),
  }
  return (
    <>
      <AskButton removes size="sm" question={question} disabled={isReferred} onSure={() => change.mutate({ version })}>
        {texts.delete}
      </AskButton>
      <ChangeFailed refusal={change.data} error={change.error} />
    </>
  )
}
