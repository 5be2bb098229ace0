// An id, address or token in monospace, with a button that copies it.

import layout from '#components/ui/page/page.module.css'
import { CopyButton } from './copy-button.tsx'
import classes from './copy-text.module.css'

interface CopyTextProps {
  readonly value: string
  /** The name of the value, for the button's accessible name. */
  readonly label: string
  readonly href?: string
}

/** A value in monospace with its button; a link where it has an address. */
export function CopyText({ value, label, href }: CopyTextProps) {
  return (
    <span className={classes.root}>
      {href ? (
        <a className={layout.code} href={href}>
          {value}
        </a>
      ) : (
        <code className={layout.code}>{value}</code>
      )}
      <CopyButton value={value} label={label} />
    </span>
  )
}

const SHOWN = 10

/** An id of which the beginning tells it from others; the button copies all of it. */
export function ShortText({ value, label }: Pick<CopyTextProps, 'value' | 'label'>) {
  return (
    <span className={classes.root}>
      <code className={layout.code} title={value}>
        {value.length > SHOWN + 1 ? `${value.slice(0, SHOWN)}…` : value}
      </code>
      <CopyButton value={value} label={label} />
    </span>
  )
}
