// 404, in the shell.
import { NoticePage } from '#components/shell/notice-page.tsx'
import { titled } from '#components/shell/page-title.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { shellTexts } from '#components/shell/texts.ts'

export const generateMetadata = titled(shellTexts, ({ notFound }) => notFound)

export default async function NotFound() {
  const texts = shellTexts[await requestLanguage()]
  return <NoticePage title={texts.notFound} text={texts.notFoundText} toStart={texts.toStart} />
}
