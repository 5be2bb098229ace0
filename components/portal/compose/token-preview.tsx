// The token before it is signed, decoded, as it changes.
'use client'

import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { FAILURES } from '#lib/launch/failures.ts'
import type { LaunchDraft } from '#lib/launch/launch-token.ts'
import classes from './compose.module.css'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

export function TokenPreview({ form, draft }: FormPartProps & { readonly draft: LaunchDraft }) {
  const texts = useTexts(composeTexts)
  const simulate = form.fail && FAILURES[form.fail].madeBy === 'app' ? form.fail : undefined
  return (
    <section className={layout.card} aria-labelledby="preview">
      <h2 id="preview">{texts.preview}</h2>
      <p className={layout.quiet}>{texts.previewText}</p>
      <h3>{texts.header}</h3>
      <Json label={texts.header} value={draft.header} />
      <h3>{texts.claims}</h3>
      <Json label={texts.claims} value={draft.claims} />
      <p>
        <strong>{texts.signature}</strong>: {texts.signatures[draft.signature]}
      </p>
      {simulate && <p>{texts.simulates(simulate)}</p>}
    </section>
  )
}

/** Focusable, so that the keyboard can scroll it. */
const Json = ({ label, value }: { readonly label: string; readonly value: object }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
  <section className={classes.json} aria-label={label} tabIndex={0}>
    <pre>{JSON.stringify(value, undefined, 2)}</pre>
  </section>
)
