// The references of a record, and those to it as far as the server can search for them.
'use client'

import { TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTexts } from '#components/i18n/language-context.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { servedTypes } from '#lib/fhir/capabilities.ts'
import type { JsonNode } from '#lib/fhir/json-tree.ts'
import { permits } from '#lib/oauth/permission-scope.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { fhirQuery, isResource } from './browse-queries.ts'
import { metadataUrl } from './fhir-urls.ts'
import type { RecordRef } from './record-ref.ts'
import { type FoundReference, referenceHref, referencesIn } from './reference-target.ts'
import { browseTexts } from './texts.ts'

export function ReferencesTab({ record, tree }: { readonly record: RecordRef; readonly tree: JsonNode }) {
  const texts = useTexts(browseTexts)
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
  const texts = useTexts(browseTexts)
  return (
    <ScrollingTable label={texts.pointsTo}>
      <TableThead>
        <TableTr>
          <TableTh scope="col">{texts.reference}</TableTh>
          <TableTh scope="col">{texts.element}</TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {found.map((one) => (
          <TableTr key={one.path}>
            <TableTh scope="row">
              <ReferenceLink reference={one.reference} />
              {one.display && <span className={classes.quiet}> {one.display}</span>}
            </TableTh>
            <TableTd>
              <code className={classes.code}>{one.path}</code>
            </TableTd>
          </TableTr>
        ))}
      </TableTbody>
    </ScrollingTable>
  )
}

function ReferenceLink({ reference }: { readonly reference: string }) {
  const texts = useTexts(browseTexts)
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

function ReferredBy({ record }: { readonly record: RecordRef }) {
  const texts = useTexts(browseTexts)
  const { fhirBase, places } = useBrowse()
  const metadata = useQuery(fhirQuery(metadataUrl(fhirBase)))
  const served = metadata.data && isResource(metadata.data) ? servedTypes(metadata.data.resource) : []
  const open = served.filter(({ type }) => permits('*', type)) // These pages may read all but the audit log.
  const ways = open.flatMap(({ type, searchParameters }) =>
    searchParameters
      .filter((parameter) => parameter.type === 'reference')
      .map(({ name }) => ({ type, name, filter: `${new URLSearchParams({ [name]: `${record.type}/${record.id}` })}` })),
  )
  const counts = useQueries({
    queries: ways.map(({ type, filter }) => fhirQuery(`${fhirBase}/${type}?${filter}&_summary=count`)),
  })
  if (metadata.isPending || counts.some(({ isPending }) => isPending)) return <p role="status">{texts.loading}</p>
  const found = ways.flatMap((way, index) => {
    const total = counts[index]?.data?.resource['total']
    return typeof total === 'number' && total > 0 ? [{ ...way, total }] : []
  })
  if (found.length === 0) return <p className={classes.empty}>{texts.notReferred}</p>
  const listed = (type: string, filter: string) =>
    places.set(type, {
      url: `${fhirBase}/${type}?_count=${LIST_SIZE}&${filter}`,
      size: LIST_SIZE,
      filter: `&${filter}`,
    })
  return (
    <ul className={classes.plain}>
      {found.map(({ type, name, filter, total }) => (
        <li key={`${type} ${name}`}>
          <Link href={`/browse/${type}`} prefetch={false} onClick={() => listed(type, filter)}>
            {`${type}: ${total}`}
          </Link>{' '}
          <span className={classes.quiet}>{texts.foundBy(name)}</span>
        </li>
      ))}
    </ul>
  )
}

/** References per page of the list. */
const LIST_SIZE = 20
