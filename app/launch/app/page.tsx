// The receiving app.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { firstPaths } from '#components/launch/fhir-paths.ts'
import { LaunchApp } from '#components/launch/launch-app.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { launchTexts } from '#components/texts/launch.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { readWithPage, toldWithPage } from '#server/wiring.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: launchTexts[await requestLanguage()].app })

export default async function Page() {
  const from = await headers()
  const session = await toldWithPage<LaunchSession>('/launch/api/session', ({ launch }) => launch.session, from)
  const paths = session?.status === 'open' ? firstPaths(session) : []
  // Nobody waits for them here: the page is shown at once, and each of its parts when its answer is there.
  const reads = paths.map((path) => [path, readWithPage(path, ({ launch }) => launch.fhir, from)])
  return <LaunchApp session={session} reads={Object.fromEntries(reads)} />
}
