// Signing a client_assertion.

import { titled } from '#components/shell/page-title.ts'
import { AssertionTool } from '#components/tools/assertion-tool.tsx'
import { toolsTexts } from '#components/tools/texts.ts'
import { domainFacts } from '#server/next/page-data.ts'

export const generateMetadata = titled(toolsTexts, ({ assertionTitle }) => assertionTitle)

export default async function Page() {
  return <AssertionTool tokenEndpoint={(await domainFacts()).tokenEndpoint} />
}
