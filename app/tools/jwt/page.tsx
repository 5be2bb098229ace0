// Taking a token apart.

import { titled } from '#components/shell/page-title.ts'
import { JwtTool } from '#components/tools/jwt-tool.tsx'
import { toolsTexts } from '#components/tools/texts.ts'
import { domainFacts } from '#server/next/page-data.ts'

export const generateMetadata = titled(toolsTexts, ({ jwtTitle }) => jwtTitle)

export default async function Page() {
  return <JwtTool signs={(await domainFacts()).demo} />
}
