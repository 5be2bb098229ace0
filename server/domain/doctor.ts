// The doctor of a running domain, for the console: the findings of `./bin/slipway doctor`, except two. Checking the
// whole database file would block every request, and only a look from outside can tell whether the public address leads
// here.
import type { Clock } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { AdminDeps } from '../admin/deps.ts'
import type { Config } from '../config/config.ts'
import { examineInside, examineOthers } from '../doctor/doctor.ts'
import { NO_IDENTITY } from '../doctor/domain.ts'
import { doctorTexts } from '../doctor/texts.ts'

interface DoctorParts {
  readonly config: Config
  readonly clock: Clock
  readonly fetch: Fetch
  /** The fetch that the authorization server uses for the keys of apps. */
  readonly fetchKeys: Fetch
}

/**
 * Concurrent requests in one language share an examination: an administrator who presses twice causes no more requests.
 */
export function domainDoctor({ config, clock, fetch, fetchKeys }: DoctorParts): AdminDeps['doctor'] {
  // The process runs with these settings, so there are no others to compare them with.
  const examination = { config, env: process.env, identity: NO_IDENTITY, fetch, fetchKeys, now: clock }
  const said = (language: Language) => ({ ...examination, texts: doctorTexts[language] })
  return {
    inside: onceAtATime((language) => examineInside(said(language), async () => [])),
    others: onceAtATime((language) => examineOthers(said(language), { isServed: true })),
  }
}

function onceAtATime<Result>(make: (language: Language) => Promise<Result>): (language: Language) => Promise<Result> {
  const underWay = new Map<Language, Promise<Result>>()
  return (language) => {
    const made = underWay.get(language) ?? make(language).finally(() => underWay.delete(language))
    underWay.set(language, made)
    return made
  }
}
