// The list of traces.
import { headers } from 'next/headers'
import { titled } from '#components/shell/page-title.ts'
import { NotYours } from '#components/traces/not-yours.tsx'
import { tracesTexts } from '#components/traces/texts.ts'
import { TraceList } from '#components/traces/trace-list.tsx'
import { demoLoginsOf, isRefused } from '#server/next/pages.ts'

export const generateMetadata = titled(tracesTexts, ({ title }) => title)

/** Nothing ever is after it: only whether this person may read the list is looked at. */
const WHAT_IS_NEW = '/traces/api?after=2147483647'

export default async function Page() {
  const demoLogins = await demoLoginsOf('admin')
  if (await isRefused(WHAT_IS_NEW, await headers())) return <NotYours demoLogins={demoLogins} />
  return <TraceList demoLogins={demoLogins} />
}
