// Changes of a record through the back-end of these pages: writing it anew, bringing it back, and deleting it.
'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ofThisPage } from '#components/ui/http/get-json.ts'
import { once } from '#components/ui/http/once.ts'
import { minify } from '#lib/fhir/json-text.ts'
import { answerOf, type FhirAnswer } from './browse-queries.ts'
import { changePath } from './fhir-urls.ts'
import type { RecordRef } from './record-ref.ts'

export interface RecordChange {
  /** The version that was looked at: a change of another one is refused (If-Match). */
  readonly version: number
  /** The new content of the record, as JSON text or where it comes from; undefined to delete it. */
  readonly text?: string | (() => Promise<string>)
}

/** The refusal of the FHIR API, or undefined for a change that was made. */
export type Refusal = FhirAnswer | undefined

/**
 * Changes a record, and then loads everything again that the pages show. Resolves with the FHIR API's refusal, if any.
 * Rejects with HttpError when something else refused, and with TypeError when the network fails.
 */
export function useRecordChange(record: RecordRef) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ version, text }: RecordChange) =>
      send(record, { version, text: typeof text === 'function' ? await text() : text }),
    onSuccess: (refusal) => (refusal ? undefined : client.invalidateQueries({ queryKey: ['browse'] })),
  })
}

interface Written {
  readonly version: number
  readonly text: string | undefined
}

function send({ type, id }: RecordRef, { version, text }: Written): Promise<Refusal> {
  const path = changePath(`${type}/${id}`)
  const ifMatch = { 'if-match': `W/"${version}"`, ...ofThisPage() }
  const change =
    text === undefined
      ? { method: 'DELETE', headers: ifMatch }
      : { method: 'PUT', headers: { ...ifMatch, 'content-type': 'application/fhir+json' }, body: minify(text) }
  return once(`${path} ${JSON.stringify(change)}`, async () => {
    const response = await fetch(path, change)
    return response.ok ? undefined : answerOf(response)
  })
}
