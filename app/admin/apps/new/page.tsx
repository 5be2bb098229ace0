// Registering an app.
import { NewApp } from '#components/admin/app-pages.tsx'
import { adminTexts } from '#components/admin/texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(adminTexts, ({ newApp }) => newApp)

export default function Page() {
  return <NewApp />
}
