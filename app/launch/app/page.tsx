// The receiving app.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { firstPaths, sessionPath } from '#components/launch/fhir-paths.ts'
import { LaunchApp } from '#components/launch/launch-app.tsx'
import { launchTexts } from '#components/launch/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { readWithPage, toldWithPage } from '#server/domain/domain.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: launchTexts[await requestLanguage()].app })

interface PageProps {
  /** `session` names the launch. */
  readonly searchParams: Promise<{ readonly session?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const from = await headers()
  const { session: named } = await searchParams
  const id = typeof named === 'string' ? named : undefined
  const session = await toldWithPage<LaunchSession>(sessionPath(id), from)
  const paths = session?.status === 'open' ? firstPaths(session) : []
  // Nobody waits for them here: the page is shown at once, and each of its parts when its answer is there.
  const reads = paths.map((path) => [path, readWithPage(path, from)])
  return <LaunchApp id={id} session={session} reads={Object.fromEntries(reads)} />
}
