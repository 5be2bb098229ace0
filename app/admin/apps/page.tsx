// The apps of the domain.
import { AppList } from '#components/admin/app-list.tsx'

export default function Page() {
  return <AppList />
}
