// The signing keys.
import { KeyList } from '#components/admin/key-list.tsx'
import { adminTexts } from '#components/admin/texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(adminTexts, ({ keys }) => keys)

export default function Page() {
  return <KeyList />
}
