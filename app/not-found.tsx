// 404, in the shell; below /browse with what in the address was not understood.
import { headers } from 'next/headers'
import { NotUnderstood } from '#components/browse/not-understood.tsx'
import { browseTexts } from '#components/browse/texts.ts'
import { findTexts } from '#components/shell/find/texts.ts'
import { NoticePage } from '#components/shell/notice-page.tsx'
import { titled } from '#components/shell/page-title.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { shellTexts } from '#components/shell/texts.ts'
import { PAGE_ADDRESS } from '#lib/http/page-address.ts'
import { domainFacts } from '#server/next/page-data.ts'

export const generateMetadata = titled(shellTexts, ({ notFound }) => notFound)

export default async function NotFound() {
  const language = await requestLanguage()
  const [pathname = ''] = (await headers()).get(PAGE_ADDRESS)?.split('?') ?? []
  if (pathname.startsWith('/browse/')) {
    const { types } = await domainFacts()
    return <NotUnderstood pathname={pathname} types={types} texts={browseTexts[language]} />
  }
  const texts = shellTexts[language]
  return (
    <NoticePage title={texts.notFound} text={texts.notFoundText} toStart={texts.toStart}>
      <a href="/docs/search" data-find>
        {findTexts[language].title}
      </a>
    </NoticePage>
  )
}
