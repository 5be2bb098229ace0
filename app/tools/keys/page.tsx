// Making a key pair.

import { titled } from '#components/shell/page-title.ts'
import { KeysTool } from '#components/tools/keys-tool.tsx'
import { toolsTexts } from '#components/tools/texts.ts'

export const generateMetadata = titled(toolsTexts, ({ keysTitle }) => keysTitle)

export default function Page() {
  return <KeysTool />
}
