// The references of a record, and the references to it that the server can search for.
'use client'

import Link from 'next/link'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import type { JsonNode } from '#lib/fhir/json-tree.ts'
import { useBrowse } from './browse-context.tsx'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { type FoundReference, referenceHref, referencesIn } from './reference-target.ts'
import { ReferredBy } from './referred-by.tsx'

export function ReferencesTab({ record, tree }: { readonly record: RecordRef; readonly tree: JsonNode }) {
  const texts = useTexts(recordTexts)
  const found = referencesIn(tree)
  return (
    <div className={layout.page}>
      <section className={layout.section} aria-labelledby="points-to">
        <h2 id="points-to">{texts.pointsTo}</h2>
        {found.length === 0 ? <p className={layout.empty}>{texts.noReferences}</p> : <PointsTo found={found} />}
      </section>
      <section className={layout.section} aria-labelledby="referred-by">
        <h2 id="referred-by">{texts.referredBy}</h2>
        <p className={layout.quiet}>{texts.referredByText}</p>
        <ReferredBy record={record} />
      </section>
    </div>
  )
}

function PointsTo({ found }: { readonly found: readonly FoundReference[] }) {
  const texts = useTexts(recordTexts)
  return (
    <ScrollingTable label={texts.pointsTo} heads={[texts.reference, texts.element]}>
      {found.map((one) => (
        <Row key={one.path}>
          <RowHead>
            <ReferenceLink reference={one.reference} />
            {one.display && <span className={layout.quiet}> {one.display}</span>}
          </RowHead>
          <Cell>
            <code className={layout.code}>{one.path}</code>
          </Cell>
        </Row>
      ))}
    </ScrollingTable>
  )
}

function ReferenceLink({ reference }: { readonly reference: string }) {
  const texts = useTexts(recordTexts)
  const { fhirBase } = useBrowse()
  const href = referenceHref(reference, fhirBase)
  if (href)
    return (
      <Link href={href} prefetch={false}>
        {reference}
      </Link>
    )
  return (
    <>
      <code className={layout.code}>{reference}</code>{' '}
      <span className={layout.quiet}>({reference.startsWith('#') ? texts.contained : texts.outside})</span>
    </>
  )
}
