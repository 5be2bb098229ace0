// One account.
import { frameTexts } from '#components/admin/frame-texts.ts'
import { UserPage } from '#components/admin/user-page.tsx'
import { titled } from '#components/shell/page-title.ts'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export const generateMetadata = titled(frameTexts, ({ users }) => users)

export default async function Page({ params }: PageProps) {
  return <UserPage id={(await params).id} />
}
