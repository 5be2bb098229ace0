// A part of a trace's page that asks for nothing before it is begun: what it is, and the button that opens it.
'use client'

import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import layout from '#components/ui/page/page.module.css'
import classes from './traces.module.css'

interface BegunPartProps {
  readonly title: string
  readonly text: string
  /** On the button. */
  readonly begin: string
  /** What is behind it, which loads what it shows. */
  readonly children: ReactNode
}

export function BegunPart({ title, text, begin, children }: BegunPartProps) {
  const heading = useId()
  const [open, setOpen] = useState(false)
  return (
    <section className={`${layout.section} ${classes.noPrint}`} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p>{text}</p>
      {open ? (
        children
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {begin}
          </Button>
        </div>
      )}
    </section>
  )
}
