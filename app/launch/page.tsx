// /launch without parameters. Launches (with `iss` and `launch`, or posted) go to the demo app: see proxy.ts.
import { BareLaunch } from '#components/launch/bare-launch.tsx'
import { launchTexts } from '#components/launch/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { domainFacts } from '#server/next/pages.ts'

export const generateMetadata = titled(launchTexts, ({ bareTitle }) => bareTitle)

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
