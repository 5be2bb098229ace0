// A code_verifier and its code_challenge.

import { titled } from '#components/shell/page-title.ts'
import { PkceTool } from '#components/tools/pkce-tool.tsx'
import { toolsTexts } from '#components/tools/texts.ts'

export const generateMetadata = titled(toolsTexts, ({ pkceTitle }) => pkceTitle)

export default function Page() {
  return <PkceTool />
}
