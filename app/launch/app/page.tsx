// The receiving app.
import type { Metadata } from 'next'
import { LaunchApp } from '#components/launch/launch-app.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { launchTexts } from '#components/texts/launch.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: launchTexts[await requestLanguage()].app })

export default function Page() {
  return <LaunchApp />
}
