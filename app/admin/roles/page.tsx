// The roles of apps.
import { RoleList } from '#components/admin/role-list.tsx'
import { adminTexts } from '#components/admin/texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(adminTexts, ({ roles }) => roles)

export default function Page() {
  return <RoleList />
}
