// How to find out whether the log is what was recorded. A page of the server is no witness of that: the command is.
'use client'

import { CopyText } from '#components/copy/copy-text.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import type { AuditList } from '#lib/api/audit.ts'
import classes from './audit.module.css'
import { auditTexts } from './texts.ts'

export function ChainState({ list: { head, archivedUpTo } }: { readonly list: AuditList }) {
  const texts = useTexts(auditTexts)
  if (head === null) return null
  return (
    <section className={classes.card} aria-labelledby="chain">
      <h2 id="chain">{texts.chain}</h2>
      <p>{texts.chainText}</p>
      <p>
        <CopyText value={`./bin/slipway audit verify --head ${head}`} label={texts.command} />
      </p>
      {archivedUpTo !== null && <p className={classes.quiet}>{texts.archived(archivedUpTo)}</p>}
    </section>
  )
}
