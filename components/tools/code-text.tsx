// A text with a copy button, which scrolls by itself, also by keyboard.
'use client'

import { CopyButton } from '#components/ui/copy/copy-button.tsx'
import layout from '#components/ui/page/page.module.css'
import classes from './tools.module.css'

interface CodeTextProps {
  readonly label: string
  readonly text: string
  /** True when long lines wrap instead of scrolling. */
  readonly wrap?: boolean
}

export function CodeText({ label, text, wrap = false }: CodeTextProps) {
  return (
    <section className={`${layout.codeBox} ${classes.text} ${wrap ? classes.wrap : ''}`} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton value={text} label={label} />
    </section>
  )
}
