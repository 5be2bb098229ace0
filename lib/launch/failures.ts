// Failures on demand: each with its defect, the party that causes it, and the one check that must refuse it. Tests run
// this table over real peers; the composer and the command line offer its failures.
import type { Catalogue } from '../i18n/language.ts'

/**
 * The party that causes the failure. `token`: the portal, by what it signs; works against any app. `delivery`: the
 * portal, by sending a valid token twice. `app`: the launched app, which must cooperate. `login`: the browser or the
 * identity provider, as played by the command line.
 */
export type FailureMaker = 'token' | 'delivery' | 'app' | 'login'

interface FailureText {
  readonly title: string
  readonly breaks: string
}

interface Failure {
  readonly madeBy: FailureMaker
  /** The check that must refuse it; its page is /docs/errors/{check}. */
  readonly check: string
  readonly text: Catalogue<FailureText>
}

/** A row of the table. */
const failure = (madeBy: FailureMaker, check: string, en: FailureText, nl: FailureText): Failure => ({
  madeBy,
  check,
  text: { en, nl },
})

const TABLE = {
  expired: failure(
    'token',
    'launch.time',
    { title: 'Expired', breaks: 'The token was signed ten minutes ago and expired five minutes ago.' },
    { title: 'Verlopen', breaks: 'Het token is tien minuten geleden ondertekend en vijf minuten geleden verlopen.' },
  ),
  'clock-skew': failure(
    'token',
    'launch.time',
    { title: 'Clock ahead', breaks: 'The portal’s clock runs two minutes ahead: iat is in the future.' },
    { title: 'Klok loopt voor', breaks: 'De klok van het portaal loopt twee minuten voor: iat ligt in de toekomst.' },
  ),
  replayed: failure(
    'delivery',
    'launch.jti',
    { title: 'Replayed', breaks: 'The same valid token is sent twice; the second time it is already used.' },
    {
      title: 'Opnieuw verstuurd',
      breaks: 'Hetzelfde geldige token wordt twee keer verstuurd; de tweede keer is het al gebruikt.',
    },
  ),
  'wrong-aud': failure(
    'token',
    'launch.aud',
    {
      title: 'For another app',
      breaks: 'aud names the Device of a different app from the one that receives the token.',
    },
    { title: 'Voor een andere app', breaks: 'In aud staat de Device van een andere app dan die het token krijgt.' },
  ),
  'unknown-kid': failure(
    'token',
    'launch.signature',
    { title: 'Unknown key', breaks: 'kid in the header names a key that the portal never published.' },
    {
      title: 'Onbekende sleutel',
      breaks: 'kid in de header noemt een sleutel die het portaal nooit heeft gepubliceerd.',
    },
  ),
  'tampered-signature': failure(
    'token',
    'launch.signature',
    { title: 'Tampered signature', breaks: 'The signature was changed after signing.' },
    { title: 'Handtekening vervalst', breaks: 'De handtekening is na het ondertekenen veranderd.' },
  ),
  unsigned: failure(
    'token',
    'launch.format',
    { title: 'Unsigned', breaks: 'alg is none: the token itself says that it is not signed.' },
    { title: 'Niet ondertekend', breaks: 'alg is none: het token zegt zelf dat het niet ondertekend is.' },
  ),
  'missing-claim': failure(
    'token',
    'launch.sub',
    { title: 'Claim missing', breaks: 'sub is left out: the token says nothing about who launches.' },
    { title: 'Claim ontbreekt', breaks: 'sub ontbreekt: het token zegt niet wie de taak opent.' },
  ),
  'wrong-task': failure(
    'token',
    'launch.resource',
    { title: 'Unknown task', breaks: 'resource names a Task that is not in this domain.' },
    { title: 'Onbekende taak', breaks: 'resource noemt een Task die niet in dit domein bestaat.' },
  ),
  'wrong-user': failure(
    'token',
    'user.match',
    { title: 'Wrong user', breaks: 'sub is not the person who signs in.' },
    { title: 'Verkeerde gebruiker', breaks: 'sub is iemand anders dan de persoon die inlogt.' },
  ),
  'redirect_uri-mismatch': failure(
    'app',
    'authorize.redirect_uri',
    { title: 'redirect_uri mismatch', breaks: 'The app requests a redirect to an address that is not registered.' },
    {
      title: 'redirect_uri klopt niet',
      breaks: 'De app vraagt een redirect naar een adres dat niet geregistreerd is.',
    },
  ),
  'pkce-mismatch': failure(
    'app',
    'token.pkce',
    { title: 'PKCE mismatch', breaks: 'code_verifier does not match the code_challenge.' },
    { title: 'PKCE klopt niet', breaks: 'code_verifier past niet bij de code_challenge.' },
  ),
  'reused-code': failure(
    'app',
    'token.code',
    { title: 'Code used twice', breaks: 'The app exchanges its code a second time.' },
    { title: 'Code twee keer gebruikt', breaks: 'De app wisselt de code een tweede keer in.' },
  ),
  'no-permission': failure(
    'app',
    'token.scope',
    { title: 'No permission', breaks: 'After the launch the app asks for a scope that its role does not permit.' },
    { title: 'Geen recht', breaks: 'De app vraagt na de launch om een scope die bij zijn rol niet mag.' },
  ),
  'idp-denies': failure(
    'login',
    'idp.login',
    {
      title: 'Sign-in cancelled',
      breaks: 'The person cancels: the identity provider answers access_denied instead of a code.',
    },
    {
      title: 'Inloggen geannuleerd',
      breaks: 'De persoon annuleert: de identiteitsprovider antwoordt access_denied in plaats van een code.',
    },
  ),
  'idp-down': failure(
    'login',
    'idp.reachable',
    { title: 'Identity provider down', breaks: 'The identity provider does not answer.' },
    { title: 'Identiteitsprovider weg', breaks: 'De identiteitsprovider antwoordt niet.' },
  ),
} satisfies Readonly<Record<string, Failure>>

export type FailureName = keyof typeof TABLE

/** The failures by the name that composer, command line and tests use. */
export const FAILURES: Readonly<Record<FailureName, Failure>> = TABLE

/** The names of all failures. */
export const FAILURE_NAMES = Object.keys(TABLE) as readonly FailureName[]

/** True for the name of a failure in the table. */
export const isFailureName = (text: unknown): text is FailureName =>
  typeof text === 'string' && Object.hasOwn(TABLE, text)
