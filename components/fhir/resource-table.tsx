// Resources as rows of a table. The summary comes first, so that it is visible on a phone, too.
'use client'

import { TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import Link from 'next/link'
import { CopyText } from '#components/copy/copy-text.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { Moment } from '#components/time/moment.tsx'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { bundleTexts } from './bundle-texts.ts'
import classes from './resource-table.module.css'
import { resourceStatus, resourceText, textOf } from './resource-text.ts'
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
    <ScrollingTable label={label} busy={busy}>
      <TableThead>
        <TableTr>
          <TableTh scope="col">{columns.what}</TableTh>
          <TableTh scope="col">{columns.id}</TableTh>
          <TableTh scope="col">{columns.status}</TableTh>
          <TableTh scope="col">{columns.version}</TableTh>
          <TableTh scope="col">{columns.changed}</TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {resources.map((resource) => {
          const id = textOf(resource['id']) ?? ''
          return <Row key={id} id={id} resource={resource} href={hrefOf?.(id)} />
        })}
      </TableTbody>
    </ScrollingTable>
  )
}

interface RowProps {
  readonly id: string
  readonly resource: FhirResource
  readonly href: string | undefined
}

function Row({ id, resource, href }: RowProps) {
  const texts = useTexts(bundleTexts)
  const status = resourceStatus(resource)
  const meta = (resource['meta'] ?? {}) as { readonly versionId?: unknown; readonly lastUpdated?: unknown }
  const changed = textOf(meta.lastUpdated)
  const what = resourceText(resource) ?? <span className={classes.quiet}>{texts.nameless}</span>
  return (
    <TableTr>
      <TableTh scope="row">
        {href ? (
          <Link href={href} prefetch={false}>
            {what}
          </Link>
        ) : (
          what
        )}
      </TableTh>
      <TableTd className={classes.rowId}>
        <CopyText value={id} label={texts.columns.id} />
      </TableTd>
      <TableTd>{status && <StatusBadge status={status} />}</TableTd>
      <TableTd>{textOf(meta.versionId)}</TableTd>
      <TableTd className={classes.changed}>{changed && <Moment at={changed} />}</TableTd>
    </TableTr>
  )
}
