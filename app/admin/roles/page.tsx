// The roles of apps.
import { RoleList } from '#components/admin/role-list.tsx'

export default function Page() {
  return <RoleList />
}
