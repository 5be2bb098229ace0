// The apps of the domain.
import { AppList } from '#components/admin/app-list.tsx'
import { frameTexts } from '#components/admin/frame-texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(frameTexts, ({ apps }) => apps)

export default function Page() {
  return <AppList />
}
