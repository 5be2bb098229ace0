// The launching portal.
import { headers } from 'next/headers'
import { PortalPage } from '#components/portal/portal-page.tsx'
import { type PortalPlace, placeIn } from '#components/portal/portal-place.ts'
import {
  meQuery,
  patientsPath,
  patientsQuery,
  tasksPath,
  tasksQuery,
  workPath,
  workQuery,
} from '#components/portal/portal-queries.ts'
import { portalTexts } from '#components/portal/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import type { PortalMe, PortalPerson } from '#lib/api/portal.ts'
import { domainFacts, pageQueries } from '#server/next/pages.ts'

export const generateMetadata = titled(portalTexts, ({ title }) => title)

type Asked = Readonly<Partial<Record<string, string | string[]>>>

interface PageProps {
  /**
   * next-auth returns with `error`, whose details are for the log only. `sign-in` asks for a log-in regardless of a session;
   * `go-on` means that a session ended, and a task is opened after the log-in.
   */
  readonly searchParams: Promise<Asked>
}

export default async function Page({ searchParams }: PageProps) {
  const queries = pageQueries(await headers())
  const me = await queries.fetchQuery<PortalMe>(meQuery, '/portal/api/me')
  const asked = await searchParams
  if (me?.person) await readList(queries, me.person, placeIn(textIn(asked)))
  const missingClaim = asked.error === 'MissingClaim' ? (await domainFacts()).idpClaim : undefined
  return (
    <QueryProvider state={queries.state()}>
      <PortalPage
        signInFailed={asked.error !== undefined}
        missingClaim={missingClaim}
        signIn={asked['go-on'] !== undefined ? 'go-on' : asked['sign-in'] !== undefined ? 'asked' : undefined}
      />
    </QueryProvider>
  )
}

const textIn =
  (asked: Asked) =>
  (name: string): string | undefined => {
    const value = asked[name]
    return typeof value === 'string' ? value : undefined
  }

/** The list that the page shows comes with it, so that it is there without script, too. */
function readList(
  { readJson }: ReturnType<typeof pageQueries>,
  { role }: PortalPerson,
  { patient, name, all, next }: PortalPlace,
): Promise<void> {
  if (role !== 'practitioner') return readJson(tasksQuery(undefined), tasksPath(undefined))
  if (patient !== '') return readJson(tasksQuery(patient), tasksPath(patient))
  return all || name !== ''
    ? readJson(patientsQuery(name, next), patientsPath(name, next))
    : readJson(workQuery(next), workPath(next))
}
