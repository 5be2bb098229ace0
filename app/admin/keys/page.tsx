// The signing keys.

import { frameTexts } from '#components/admin/frame-texts.ts'
import { KeyList } from '#components/admin/key-list.tsx'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(frameTexts, ({ keys }) => keys)

export default function Page() {
  return <KeyList />
}
