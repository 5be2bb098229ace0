// The language of the request that a server component renders for.
import { headers } from 'next/headers'
import { type Language, preferredLanguage } from '#lib/i18n/language.ts'

/**
 * The language of the current request, which proxy.ts has made the preferred one; for server components, since it reads
 * Next's headers().
 */
export const requestLanguage = async (): Promise<Language> => preferredLanguage(await headers())
