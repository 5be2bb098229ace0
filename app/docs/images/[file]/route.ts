// The pictures of the documents.
import { findPicture } from '#server/next/documents.ts'

/** Seconds for which a browser may keep one. */
const MAX_AGE_S = 3600

export async function GET(_: Request, { params }: { readonly params: Promise<{ readonly file: string }> }) {
  const picture = await findPicture((await params).file)
  if (!picture) return new Response('There is no such picture.', { status: 404 })
  const headers = { 'content-type': 'image/png', 'cache-control': `public, max-age=${MAX_AGE_S}` }
  return new Response(new Uint8Array(picture), { headers })
}
