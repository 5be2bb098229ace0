// Registering an app.
import { NewApp } from '#components/admin/app-pages.tsx'

export default function Page() {
  return <NewApp />
}
