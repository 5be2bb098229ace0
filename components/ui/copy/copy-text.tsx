// An id, address or token in monospace, with a button that copies it.

import { CopyButton } from './copy-button.tsx'
import classes from './copy-text.module.css'

interface CopyTextProps {
  readonly value: string
  /** The name of the value, for the button's accessible name. */
  readonly label: string
  readonly href?: string
}

export function CopyText({ value, label, href }: CopyTextProps) {
  return (
    <span className={classes.root}>
      {href ? (
        <a className={classes.code} href={href}>
          {value}
        </a>
      ) : (
        <code className={classes.code}>{value}</code>
      )}
      <CopyButton value={value} label={label} />
    </span>
  )
}
