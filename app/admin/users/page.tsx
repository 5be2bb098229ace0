// The accounts.
import { UserList } from '#components/admin/user-list.tsx'

export default function Page() {
  return <UserList />
}
