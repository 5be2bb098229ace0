// The token before it is signed, decoded, as it changes. Where the columns stand below each other it is folded: it is longer than all that
// one chooses.
'use client'

import { useMediaQuery } from '@mantine/hooks'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { FAILURES } from '#lib/launch/failures.ts'
import type { LaunchDraft } from '#lib/launch/launch-token.ts'
import classes from './compose.module.css'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

/** As in compose.module.css. */
const ONE_COLUMN = '(max-width: 53em)'

type TokenPreviewProps = FormPartProps & { readonly draft: LaunchDraft }

export function TokenPreview(props: TokenPreviewProps) {
  const texts = useTexts(composeTexts)
  if (!useMediaQuery(ONE_COLUMN))
    return (
      <section className={`${layout.card} ${classes.dense}`} aria-labelledby="preview">
        <h2 id="preview">{texts.preview}</h2>
        <Decoded {...props} />
      </section>
    )
  return (
    <details className={`${layout.card} ${layout.more}`}>
      <summary>
        <h2 className={classes.summary}>{texts.preview}</h2>
      </summary>
      <Decoded {...props} />
    </details>
  )
}

function Decoded({ form, draft }: TokenPreviewProps) {
  const texts = useTexts(composeTexts)
  const simulate = form.fail && FAILURES[form.fail].madeBy === 'app' ? form.fail : undefined
  return (
    <>
      <h3 className={classes.part}>{texts.header}</h3>
      <Json label={texts.header} text={JSON.stringify(draft.header)} />
      <h3 className={classes.part}>{texts.claims}</h3>
      <Json label={texts.claims} text={JSON.stringify(draft.claims, undefined, 2)} />
      <p className={layout.hint}>{texts.previewText}</p>
      <p>
        <strong>{texts.signature}</strong>: {texts.signatures[draft.signature]}
      </p>
      {simulate && <p>{texts.simulates(simulate)}</p>}
    </>
  )
}

/** Focusable, so that the keyboard can scroll it. */
const Json = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
  <section className={classes.json} aria-label={label} tabIndex={0}>
    <pre>{text}</pre>
  </section>
)
