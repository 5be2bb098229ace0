// The accounts.

import { frameTexts } from '#components/admin/frame-texts.ts'
import { UserList } from '#components/admin/user-list.tsx'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(frameTexts, ({ users }) => users)

export default function Page() {
  return <UserList />
}
