// The page of a demo app with a task open.
import { headers } from 'next/headers'
import { answersPath, firstPaths, sessionPath } from '#components/launch/fhir-paths.ts'
import { LaunchApp } from '#components/launch/launch-app.tsx'
import { answersQuery, fhirQuery, sessionQuery } from '#components/launch/launch-queries.ts'
import { jsonOf } from '#components/ui/http/get-json.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { DEMO_PATHS, type DemoAppName } from '#lib/launch/demo-paths.ts'
import { domainFacts, pageQueries } from '#server/next/page-data.ts'

interface PageProps {
  /** `session` names the launch. */
  readonly searchParams: Promise<{ readonly session?: string | string[] }>
}

/** The page of a launch. */
export const openPage = (app: DemoAppName) =>
  async function Page({ searchParams }: PageProps) {
    const home = `${DEMO_PATHS[app]}/`
    const queries = pageQueries(await headers())
    const { session: named } = await searchParams
    const id = typeof named === 'string' ? named : undefined
    const session = await queries.fetchQuery<LaunchSession>(sessionQuery(id), home + sessionPath(id))
    // The page is shown at once, and each of its parts when its answer is there.
    if (session?.status === 'open') {
      for (const path of firstPaths(session)) queries.read(fhirQuery(path).queryKey, home + path, jsonOf)
      void queries.readJson(answersQuery(session.id), home + answersPath(session.id))
    }
    return (
      <QueryProvider state={queries.state()}>
        <LaunchApp app={app} id={id} isDemo={(await domainFacts()).demo} />
      </QueryProvider>
    )
  }
