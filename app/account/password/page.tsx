// The page of a link for a new password.
import { NewPasswordPage } from '#components/account/new-password-page.tsx'
import { accountTexts } from '#components/account/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'

export const generateMetadata = titled(accountTexts, ({ newPasswordTitle }) => newPasswordTitle)

export default function Page() {
  return (
    <QueryProvider>
      <NewPasswordPage />
    </QueryProvider>
  )
}
