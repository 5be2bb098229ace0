// The roles of apps.

import { frameTexts } from '#components/admin/frame-texts.ts'
import { RoleList } from '#components/admin/role-list.tsx'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(frameTexts, ({ roles }) => roles)

export default function Page() {
  return <RoleList />
}
