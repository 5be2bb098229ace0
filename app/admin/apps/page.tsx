// The apps of the domain.
import { AppList } from '#components/admin/app-list.tsx'
import { adminTexts } from '#components/admin/texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(adminTexts, ({ apps }) => apps)

export default function Page() {
  return <AppList />
}
