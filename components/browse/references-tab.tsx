// The references of a record, and those to it as far as the server can search for them.
'use client'

import Link from 'next/link'
import { useTexts } from '#components/i18n/language-context.tsx'
import { Cell, Row, RowHead } from '#components/table/row.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import type { JsonNode } from '#lib/fhir/json-tree.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { type FoundReference, referenceHref, referencesIn } from './reference-target.ts'
import { ReferredBy } from './referred-by.tsx'

export function ReferencesTab({ record, tree }: { readonly record: RecordRef; readonly tree: JsonNode }) {
  const texts = useTexts(recordTexts)
  const found = referencesIn(tree)
  return (
    <div className={classes.page}>
      <section className={classes.section} aria-labelledby="points-to">
        <h2 id="points-to">{texts.pointsTo}</h2>
        {found.length === 0 ? <p className={classes.empty}>{texts.noReferences}</p> : <PointsTo found={found} />}
      </section>
      <section className={classes.section} aria-labelledby="referred-by">
        <h2 id="referred-by">{texts.referredBy}</h2>
        <p className={classes.quiet}>{texts.referredByText}</p>
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
            {one.display && <span className={classes.quiet}> {one.display}</span>}
          </RowHead>
          <Cell>
            <code className={classes.code}>{one.path}</code>
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
      <code className={classes.code}>{reference}</code>{' '}
      <span className={classes.quiet}>({reference.startsWith('#') ? texts.contained : texts.outside})</span>
    </>
  )
}
