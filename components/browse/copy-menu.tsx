// What can be copied of a record, behind one button.
'use client'

import { Button } from '@mantine/core'
import { IconChevronDown, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { usePanel } from '#components/ui/dialog/use-panel.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './browse.module.css'
import { CopyAction } from './copy-action.tsx'
import { curlOf } from './curl.ts'
import { recordTexts } from './record-texts.ts'

interface CopyMenuProps {
  readonly id: string
  /** Of the version that is shown. */
  readonly url: string
}

export function CopyMenu({ id, url }: CopyMenuProps) {
  const texts = useTexts(recordTexts)
  const panel = useId()
  const { open, toggle, button, around } = usePanel()
  return (
    <div className={classes.menuAround} {...around}>
      <Button
        ref={button}
        variant="default"
        size="sm"
        aria-expanded={open}
        aria-controls={panel}
        leftSection={<IconCopy size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        onClick={toggle}
      >
        {texts.copy}
      </Button>
      <section id={panel} className={classes.menu} aria-label={texts.copy} hidden={!open}>
        <CopyAction value={id} label={texts.copyId} inMenu />
        <CopyAction value={url} label={texts.copyUrl} inMenu />
        <CopyAction value={curlOf(url)} label={texts.copyCurl} inMenu />
      </section>
    </div>
  )
}
