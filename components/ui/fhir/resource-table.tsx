// Resources as rows of a table. The summary comes first, so that it is visible on a phone too.
'use client'

import Link from 'next/link'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { bundleTexts } from './bundle-texts.ts'
import classes from './resource-table.module.css'
import { resourceStatus, resourceText, textOf, whoseText } from './resource-text.ts'
import { StatusBadge } from './status-badge.tsx'

interface ResourceTableProps {
  readonly label: string
  readonly resources: readonly FhirResource[]
  readonly busy: boolean
  /** The address of a resource's page, by its id; without it, rows are not links. */
  readonly hrefOf?: (id: string) => string
}

export function ResourceTable({ label, resources, busy, hrefOf }: ResourceTableProps) {
  const { columns } = useTexts(bundleTexts)
  return (
    <ScrollingTable
      label={label}
      heads={[columns.what, columns.id, columns.status, columns.version, columns.changed]}
      busy={busy}
    >
      {resources.map((resource) => {
        const id = textOf(resource['id']) ?? ''
        return <ResourceRow key={id} id={id} resource={resource} href={hrefOf?.(id)} />
      })}
    </ScrollingTable>
  )
}

interface ResourceRowProps {
  readonly id: string
  readonly resource: FhirResource
  readonly href: string | undefined
}

function ResourceRow({ id, resource, href }: ResourceRowProps) {
  const texts = useTexts(bundleTexts)
  const status = resourceStatus(resource)
  const meta = (resource['meta'] ?? {}) as { readonly versionId?: unknown; readonly lastUpdated?: unknown }
  const changed = textOf(meta.lastUpdated)
  const what = resourceText(inLanguage(resource, useLanguage())) ?? (
    <span className={classes.quiet}>{texts.nameless}</span>
  )
  const whose = whoseText(resource, texts.whose)
  return (
    <Row>
      <RowHead>
        {href ? (
          <Link href={href} prefetch={false}>
            {what}
          </Link>
        ) : (
          what
        )}
        {whose && <small className={classes.quiet}>{whose}</small>}
      </RowHead>
      <Cell className={classes.rowId}>
        <CopyText value={id} label={texts.columns.id} />
      </Cell>
      <Cell>{status && <StatusBadge status={status} />}</Cell>
      <Cell>{textOf(meta.versionId)}</Cell>
      <Cell className={classes.changed}>{changed && <Moment at={changed} />}</Cell>
    </Row>
  )
}
