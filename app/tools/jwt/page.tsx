// Taking a token apart.

import { titled } from '#components/shell/page-title.ts'
import { JwtTool } from '#components/tools/jwt-tool.tsx'
import { toolsTexts } from '#components/tools/texts.ts'

export const generateMetadata = titled(toolsTexts, ({ jwtTitle }) => jwtTitle)

export default function Page() {
  return <JwtTool />
}
