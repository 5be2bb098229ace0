// The receiving app.
import { headers } from 'next/headers'
import { FACE_METADATA } from '#components/launch/face-metadata.ts'
import { answersPath, firstPaths, sessionPath } from '#components/launch/fhir-paths.ts'
import { LaunchApp } from '#components/launch/launch-app.tsx'
import { answersQuery, fhirQuery, sessionQuery } from '#components/launch/launch-queries.ts'
import { jsonOf } from '#components/ui/http/get-json.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { domainFacts, pageQueries } from '#server/next/pages.ts'

export const metadata = FACE_METADATA

interface PageProps {
  /** `session` names the launch. */
  readonly searchParams: Promise<{ readonly session?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const queries = pageQueries(await headers())
  const { session: named } = await searchParams
  const id = typeof named === 'string' ? named : undefined
  const session = await queries.fetchQuery<LaunchSession>(sessionQuery(id), sessionPath(id))
  // The page is shown at once, and each of its parts when its answer is there.
  if (session?.status === 'open') {
    for (const path of firstPaths(session)) queries.read(fhirQuery(path).queryKey, path, jsonOf)
    queries.readJson(answersQuery(session.id), answersPath(session.id))
  }
  return (
    <QueryProvider state={queries.state()}>
      <LaunchApp id={id} isDemo={(await domainFacts()).demo} />
    </QueryProvider>
  )
}
