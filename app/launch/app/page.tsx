// The receiving app.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { LaunchApp } from '#components/launch/launch-app.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { launchTexts } from '#components/texts/launch.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { toldWithPage } from '#server/wiring.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: launchTexts[await requestLanguage()].app })

export default async function Page() {
  const session = await toldWithPage<LaunchSession>(
    '/launch/api/session',
    ({ launch }) => launch.session,
    await headers(),
  )
  return <LaunchApp session={session} />
}
