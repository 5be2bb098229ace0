// A block of code with a copy button. Its lines wrap, so that nothing is cut off; a drawing keeps its lines and
// scrolls.
import { CopyButton } from '#components/ui/copy/copy-button.tsx'
import classes from './docs.module.css'

/** Longer first lines are shortened in the name of the button. */
const NAME_LENGTH = 40

export function CodeBlock({ text, drawing = false }: { readonly text: string; readonly drawing?: boolean }) {
  if (drawing)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
      <pre className={classes.drawing} tabIndex={0}>
        <code>{text}</code>
      </pre>
    )
  return (
    <div className={classes.code}>
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton value={text} label={nameOf(text)} />
    </div>
  )
}

function nameOf(text: string): string {
  const [first = ''] = text.trim().split('\n')
  return first.length > NAME_LENGTH ? `${first.slice(0, NAME_LENGTH)}…` : first
}
