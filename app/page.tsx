// The start page.

import { requestLanguage } from '#components/shell/request-language.ts'
import { StartPage } from '#components/start/start-page.tsx'
import { domainFacts } from '#server/next/page-data.ts'

export default async function Page() {
  return <StartPage facts={await domainFacts()} language={await requestLanguage()} />
}
