// The own account.
import { headers } from 'next/headers'
import { AccountPage } from '#components/account/account-page.tsx'
import { meQuery } from '#components/account/account-queries.ts'
import { accountTexts } from '#components/account/texts.ts'
import { LanguageSwitch } from '#components/shell/language-switch.tsx'
import { titled } from '#components/shell/page-title.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { pageQueries } from '#server/next/page-data.ts'

export const generateMetadata = titled(accountTexts, ({ title }) => title)

export default async function Page() {
  const queries = pageQueries(await headers())
  await queries.fetchQuery(meQuery, '/account/api/me')
  return (
    <QueryProvider state={queries.state()}>
      <AccountPage language={<LanguageSwitch />} />
    </QueryProvider>
  )
}
