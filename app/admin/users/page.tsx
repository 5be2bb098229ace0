// The accounts.

import { adminTexts } from '#components/admin/texts.ts'
import { UserList } from '#components/admin/user-list.tsx'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(adminTexts, ({ users }) => users)

export default function Page() {
  return <UserList />
}
