// What the field that finds things shows of the documentation and the pages while somebody types, for ?q=; the pages before that.
import { requestLanguage } from '#components/shell/request-language.ts'
import type { FoundPlace } from '#lib/api/find.ts'
import { findFor, pagesFor } from '../search/site-search.ts'

/** More than one screen of a list is not read while typing. */
const MOST_SHOWN = 12

export async function GET(request: Request) {
  const query = new URL(request.url).searchParams.get('q') ?? ''
  const language = await requestLanguage()
  const found =
    query.trim() === ''
      ? await pagesFor(request.headers, language)
      : (await findFor(request.headers, language, query)).slice(0, MOST_SHOWN)
  const items = found.map(
    ({ kind, href, title, page, excerpt, lang }): FoundPlace => ({
      ...{ kind, href, title, excerpt },
      ...(page === title ? {} : { page }),
      ...(lang === undefined ? {} : { lang }),
    }),
  )
  return Response.json({ items }, { headers: { 'cache-control': 'no-store' } })
}
