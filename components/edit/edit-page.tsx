// The page on which an administrator edits one record.
'use client'

import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import browse from '#components/browse/browse.module.css'
import { useBrowse } from '#components/browse/browse-context.tsx'
import { type FhirAnswer, fhirQuery, isResource } from '#components/browse/browse-queries.ts'
import { Crumbs } from '#components/browse/crumbs.tsx'
import type { Base } from '#components/browse/draft.ts'
import { recordUrl } from '#components/browse/fhir-urls.ts'
import { ReadFailed } from '#components/browse/read-failed.tsx'
import type { RecordRef } from '#components/browse/record-ref.ts'
import { recordHref } from '#components/browse/reference-target.ts'
import { resourceText } from '#components/ui/fhir/resource-text.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { Editor } from './editor.tsx'
import { editTexts } from './texts.ts'

interface EditPageProps {
  readonly type: string
  readonly id: string
}

export function EditPage({ type, id }: EditPageProps) {
  const { fhirBase, mayChange } = useBrowse()
  const record = { type, id, url: recordUrl(fhirBase, type, id) }
  return (
    <>
      <Crumbs type={type} id={id} />
      {mayChange ? <Loaded record={record} /> : <NotYours record={record} />}
    </>
  )
}

function Loaded({ record }: { readonly record: RecordRef }) {
  const [texts, language] = [useTexts(editTexts), useLanguage()]
  const { drafts } = useBrowse()
  const current = useQuery(fhirQuery(record.url))
  const isMounted = useMounted()
  // Prefetched answers may be there in the browser although they were not on the server.
  if (!isMounted || current.isPending) return <LoadingPage />
  if (!current.data) return <ReadFailed error={current.error} retry={() => current.refetch()} />
  // A record that is deleted while somebody edits it stays on the screen.
  const base = baseOf(current.data) ?? drafts.get(`${record.type}/${record.id}`)?.base
  if (!base) return <Message record={record} text={texts.gone} />
  return (
    <>
      <div className={browse.recordHead}>
        <p className={browse.kicker}>{record.type}</p>
        <h1>{texts.edit(resourceText(inLanguage(JSON.parse(base.text) as FhirResource, language)) ?? record.id)}</h1>
        <p className={layout.quiet}>
          <code className={layout.code}>{`${record.type}/${record.id}`}</code> {texts.fromVersion(base.version)}
        </p>
      </div>
      <Editor record={record} base={base} />
    </>
  )
}

function baseOf(answer: FhirAnswer): Base | undefined {
  const { text, version } = answer
  return version !== undefined && isResource(answer) ? { version, text, isDeleted: false } : undefined
}

function NotYours({ record }: { readonly record: RecordRef }) {
  const texts = useTexts(editTexts)
  return <Message record={record} text={texts.notYours} />
}

function Message({ record, text }: { readonly record: RecordRef; readonly text: string }) {
  const texts = useTexts(editTexts)
  return (
    <>
      <h1>{`${record.type}/${record.id}`}</h1>
      <p className={layout.empty}>{text}</p>
      <p>
        <Link href={recordHref(record.type, record.id)} prefetch={false}>
          {texts.toRecord}
        </Link>
      </p>
    </>
  )
}
