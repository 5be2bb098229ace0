// The launching portal.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PortalPage } from '#components/portal/portal-page.tsx'
import { type PortalPlace, placeIn, titleOf } from '#components/portal/portal-place.ts'
import {
  meQuery,
  patientsPath,
  patientsQuery,
  tasksPath,
  tasksQuery,
  workPath,
  workQuery,
} from '#components/portal/portal-queries.ts'
import type { WayIn } from '#components/portal/signed-out.tsx'
import { portalTexts } from '#components/portal/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import type { PortalMe, PortalPerson } from '#lib/api/portal.ts'
import { accountOfPage, domainFacts, pageQueries } from '#server/next/page-data.ts'

type Asked = Readonly<Partial<Record<string, string | string[]>>>

interface PageProps {
  /**
   * next-auth returns with `error`, whose details are for the log only. `sign-in` asks for a log-in regardless of a session, and
   * `sign-in=here` signs in whoever has a session at the identity provider; `go-on` means that a session ended, and a task is opened after the log-in.
   */
  readonly searchParams: Promise<Asked>
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const texts = portalTexts[await requestLanguage()]
  const role = (await accountOfPage(await headers()))?.role
  if (role === undefined || role === 'admin' || role === 'auditor') return { title: texts.title }
  const isPractitioner = role === 'practitioner'
  return { title: titleOf(placeIn(isPractitioner ? textIn(await searchParams) : () => undefined), texts) }
}

export default async function Page({ searchParams }: PageProps) {
  const queries = pageQueries(await headers())
  const me = await queries.fetchQuery<PortalMe>(meQuery, '/portal/api/me')
  const asked = await searchParams
  if (me?.person) await readList(queries, me.person, placeIn(textIn(asked)))
  const missingClaim = asked.error === 'MissingClaim' ? (await domainFacts()).idpClaim : undefined
  return (
    <QueryProvider state={queries.state()}>
      <PortalPage signInFailed={asked.error !== undefined} missingClaim={missingClaim} signIn={wayIn(asked)} />
    </QueryProvider>
  )
}

function wayIn(asked: Asked): WayIn | undefined {
  if (asked['go-on'] !== undefined) return 'go-on'
  if (asked['sign-in'] === 'here') return 'here'
  return asked['sign-in'] === undefined ? undefined : 'asked'
}

const textIn =
  (asked: Asked) =>
  (name: string): string | undefined => {
    const value = asked[name]
    return typeof value === 'string' ? value : undefined
  }

/** What the page lists comes with it, so that it is there without script, too. */
async function readList(
  { readJson }: ReturnType<typeof pageQueries>,
  { role }: PortalPerson,
  { patient, name, all, next }: PortalPlace,
): Promise<void> {
  if (role !== 'practitioner') return readJson(tasksQuery(undefined), tasksPath(undefined))
  if (patient !== '') return readJson(tasksQuery(patient), tasksPath(patient))
  const isByName = all || name !== ''
  const ofWork = isByName ? '' : next
  await Promise.all([
    readJson(workQuery(ofWork), workPath(ofWork)),
    ...(isByName ? [readJson(patientsQuery(name, next), patientsPath(name, next))] : []),
  ])
}
