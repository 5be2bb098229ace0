// The tab of the browser for the demo app: its own name and mark, without the site's.
import type { Metadata } from 'next'
import { faceTexts } from './face-texts.ts'

const MOON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="10" fill="#5f34b5"/><path d="M20.5 20.6A8 8 0 0 1 12.3 8.4a8.4 8.4 0 1 0 11 10.9 8 8 0 0 1-2.8 1.3Z" fill="#fff"/></svg>'

/** The name is the same in both languages. */
export const FACE_METADATA: Metadata = {
  title: { absolute: faceTexts.en.name },
  icons: { icon: { url: `data:image/svg+xml,${encodeURIComponent(MOON)}`, type: 'image/svg+xml' } },
}
