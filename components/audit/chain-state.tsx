// Explains the verification of the log. A page of the same server cannot vouch for it, so it shows the command that can.
'use client'

import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AuditList } from '#lib/api/audit.ts'
import { auditTexts } from './texts.ts'

export function ChainState({ list: { head, archivedUpTo } }: { readonly list: AuditList }) {
  const texts = useTexts(auditTexts)
  if (head === null) return null
  return (
    <section className={layout.card} aria-labelledby="chain">
      <h2 id="chain">{texts.chain}</h2>
      <p>{texts.chainText}</p>
      <p>
        <CopyText value={`./bin/slipway audit verify --head ${head}`} label={texts.command} />
      </p>
      {archivedUpTo !== null && <p className={layout.quiet}>{texts.archived(archivedUpTo)}</p>}
    </section>
  )
}
