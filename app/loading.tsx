// While a page is being made.
import { LoadingPage } from '#components/shell/loading-page.tsx'

export default function Loading() {
  return <LoadingPage />
}
