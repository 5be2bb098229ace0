// The list of traces.
import { headers } from 'next/headers'
import { titled } from '#components/shell/page-title.ts'
import { NotYours } from '#components/traces/not-yours.tsx'
import { tracesTexts } from '#components/traces/texts.ts'
import { TraceList } from '#components/traces/trace-list.tsx'
import { demoLoginsOf, isRefused } from '#server/next/pages.ts'

export const generateMetadata = titled(tracesTexts, ({ title }) => title)

export default async function Page() {
  const demoLogins = await demoLoginsOf('admin')
  if (await isRefused('/traces/api?limit=1', await headers())) return <NotYours demoLogins={demoLogins} />
  return <TraceList demoLogins={demoLogins} />
}
