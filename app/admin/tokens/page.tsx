// The tokens of administrators.
import { TokenList } from '#components/admin/token-list.tsx'
import { tokenTexts } from '#components/admin/token-texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(tokenTexts, ({ title }) => title)

export default function Page() {
  return <TokenList />
}
