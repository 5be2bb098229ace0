// The front of the API reference, from the description that /openapi.json gives.
import { ApiIndex } from '#components/docs/api-index.tsx'
import { contentsOf } from '#components/docs/contents.ts'
import { docsTexts } from '#components/docs/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { allDocuments } from '#server/next/documents.ts'
import { apiDescription } from '#server/next/page-data.ts'

export const generateMetadata = titled(docsTexts, ({ api }) => api)

export default async function Page() {
  const language = await requestLanguage()
  const texts = docsTexts[language]
  const contents = contentsOf(await allDocuments(language), texts)
  return <ApiIndex api={await apiDescription()} texts={texts} contents={contents} />
}
