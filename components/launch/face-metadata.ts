// The tab of the browser for a demo app: its own name and mark, without the site's.
import type { Metadata } from 'next'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { DemoAppName } from '#lib/launch/demo-paths.ts'
import { FACES } from './faces.ts'

/** The generateMetadata of an app's pages: title and icon. */
export const faceMetadata = (app: DemoAppName) => async (): Promise<Metadata> => {
  const { name, colour, mark } = FACES[app]
  const drawn = mark.map((path) => `<path d="${path}" fill="#fff"/>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="10" fill="${colour}"/>${drawn}</svg>`
  return {
    title: { absolute: name[await requestLanguage()] },
    icons: { icon: { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, type: 'image/svg+xml' } },
  }
}
