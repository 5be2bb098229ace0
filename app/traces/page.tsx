// The list of traces.
import { headers } from 'next/headers'
import { titled } from '#components/shell/page-title.ts'
import { NotYours } from '#components/traces/not-yours.tsx'
import { tracesTexts } from '#components/traces/texts.ts'
import { TraceList } from '#components/traces/trace-list.tsx'
import type { TraceSession } from '#lib/api/traces.ts'
import { demoLoginsOf, pageQueries } from '#server/next/page-data.ts'

export const generateMetadata = titled(tracesTexts, ({ title }) => title)

/** The page itself says whom it is for, so that the script of whoever may not read it asks for nothing. */
const SESSION = { queryKey: ['traces', 'session'] } as const

export default async function Page() {
  const demoLogins = await demoLoginsOf('admin')
  const session = await pageQueries(await headers()).fetchQuery<TraceSession>(SESSION, '/traces/api/session')
  if (session?.access === 'refused') return <NotYours demoLogins={demoLogins} />
  return <TraceList demoLogins={demoLogins} />
}
