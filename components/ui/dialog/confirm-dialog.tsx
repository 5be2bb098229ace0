// A confirmation dialog. Its script is loaded when it is first opened.
'use client'

import { lazy, useState } from 'react'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import type { QuestionProps } from './question-modal.tsx'

const QuestionModal = lazy(() => import('./question-modal.tsx').then((modal) => ({ default: modal.QuestionModal })))

export function ConfirmDialog(props: QuestionProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <LaterPart fallback={null}>
      <QuestionModal {...props} />
    </LaterPart>
  )
}
