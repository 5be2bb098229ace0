// /launch without parameters. Launches (with `iss` and `launch`, or posted) go to the demo app: see proxy.ts.
import { BareLaunch } from '#components/launch/bare-launch.tsx'
import { FACE_METADATA } from '#components/launch/face-metadata.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { domainFacts } from '#server/next/pages.ts'

export const metadata = FACE_METADATA

export default async function Page() {
  const { publicUrl, fhirBase, demoPerson } = await domainFacts()
  return (
    <BareLaunch
      language={await requestLanguage()}
      launchUrl={`${publicUrl}/launch`}
      fhirBase={fhirBase}
      demoPerson={demoPerson?.username}
    />
  )
}
