// Restores an earlier version of a record as its next version; this also restores a deleted record (FHIR R4
// http.html#update).
'use client'

import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { wholeText } from './browse-queries.ts'
import { ChangeFailed } from './change-failed.tsx'
import { useRecordChange } from './record-change.ts'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'

interface BringBackProps {
  readonly record: RecordRef
  readonly version: number
  /** The current version, and whether it is a deletion. */
  readonly current: { readonly version: number; readonly isDeleted: boolean }
}

export function BringBack({ record, version, current }: BringBackProps) {
  const texts = useTexts(recordTexts)
  const change = useRecordChange(record)
  const next = current.version + 1
  const question = {
    title: texts.bringBackTitle(version, `${record.type}/${record.id}`),
    confirm: texts.bringBack,
    children: (
      <>
        <p>{current.isDeleted ? texts.bringBackDeleted(version, next) : texts.bringBackText(version, next)}</p>
        <p>{texts.bringBackKept}</p>
      </>
    ),
  }
  return (
    <>
      <AskButton
        size="xs"
        label={texts.bringBackVersion(version)}
        question={question}
        onSure={() =>
          change.mutate({ version: current.version, text: () => wholeText(`${record.url}/_history/${version}`) })
        }
      >
        {texts.bringBack}
      </AskButton>
      <ChangeFailed refusal={change.data} error={change.error} />
    </>
  )
}
