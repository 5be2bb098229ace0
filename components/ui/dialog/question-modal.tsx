// The question of a confirmation: it names the object and the consequence, and cannot be confirmed by accident.
'use client'

import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Button, Group, Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { pieceTexts } from '#components/ui/page/texts.ts'

export interface Question {
  /** The action and its object, as a question. */
  readonly title: string
  /** The consequence. */
  readonly children?: ReactNode
  /** The action, as the label of its button. */
  readonly confirm: string
  /** To leave everything as it is; "Cancel" without it. */
  readonly dismiss?: string
  /** True when something ends or is removed. */
  readonly dangerous?: boolean
}

export interface QuestionProps extends Question {
  readonly opened: boolean
  /** True while confirming is not possible yet. */
  readonly disabled?: boolean
  readonly onConfirm: () => void
  /** The dialog is to close, whatever the answer. */
  readonly onClose: () => void
}

export function QuestionModal(props: QuestionProps) {
  const { opened, title, children, confirm, dismiss, dangerous, disabled, onConfirm, onClose } = props
  const texts = useTexts(pieceTexts)
  const isMounted = useMounted() // It gives the focus back to what had it when it opened, not when it was made.
  // The second click of a double click was meant for what was below.
  const answer = ({ detail }: MouseEvent) => {
    if (detail > 1) return
    onClose()
    onConfirm()
  }
  return (
    <Modal.Root
      opened={opened && isMounted}
      onClose={onClose}
      size="34rem"
      padding="lg"
      radius="lg"
      centered
      lockScroll={false} // What locks it writes a style element without the nonce of the page.
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* No Modal.Header: that is a header element, which would be a second banner of the page. */}
        <Modal.Body>
          <div className={layout.section}>
            <Modal.Title>{title}</Modal.Title>
            {children}
            <Group justify="flex-end" gap="sm">
              {/* It has the focus first: an accidental extra Enter changes nothing. */}
              <Button data-autofocus variant="default" onClick={onClose}>
                {dismiss ?? texts.cancel}
              </Button>
              <Button color={dangerous ? 'red' : 'teal'} disabled={disabled ?? false} onClick={answer}>
                {confirm}
              </Button>
            </Group>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
