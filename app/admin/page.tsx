// The console opens at the apps.
import { AppList } from '#components/admin/app-list.tsx'

export default function Page() {
  return <AppList />
}
