// The tools for developers.
import { requestLanguage } from '#components/shell/request-language.ts'
import { ToolsIndex } from '#components/tools/tools-index.tsx'

export default async function Page() {
  return <ToolsIndex language={await requestLanguage()} />
}
