// GET /browse/api/writers?record=Type/id: which application made each version of a record. A version itself does not say.
import type { BrowseWriters } from '#lib/api/browse.ts'
import { refusal } from '#lib/fhir/proxy.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { queryParams } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { BrowseDeps } from './deps.ts'

export const recordWriters =
  ({ writers }: Pick<BrowseDeps, 'writers'>) =>
  async (request: Request): Promise<Response> => {
    const record = parseReference(queryParams(request).get('record'))
    if (!record) return refusal(400, 'invalid_request', 'record is a type and an id, such as Patient/7.')
    return respondJson(200, { items: await writers(record, languageOf(request)) } satisfies BrowseWriters, NO_STORE)
  }
