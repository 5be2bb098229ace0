// While a page is being made.
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { shellTexts } from '#components/texts/shell.ts'

export default async function Loading() {
  return <LoadingPage label={shellTexts[await requestLanguage()].loading} />
}
