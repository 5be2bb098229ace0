// The page of a demo app without a launch. It stands apart from that of an open task, whose scripts it does not need.
import { BareLaunch } from '#components/launch/bare-launch.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { DEMO_PATHS, type DemoAppName } from '#lib/launch/demo-paths.ts'
import { domainFacts } from '#server/next/page-data.ts'

/** The page at the address of an app. Launches (with `iss` and `launch`, or posted) go to its peer: see proxy.ts. */
export const barePage = (app: DemoAppName) =>
  async function Page() {
    const { publicUrl, fhirBase, demoPerson } = await domainFacts()
    return (
      <BareLaunch
        app={app}
        language={await requestLanguage()}
        launchUrl={publicUrl + DEMO_PATHS[app]}
        fhirBase={fhirBase}
        demoPerson={demoPerson?.username}
      />
    )
  }
