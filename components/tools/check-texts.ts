// Texts of the checks of a pasted token: meaning and remedy. The names are those of server/oauth/inspect/.
import type { Catalogue } from '#lib/i18n/language.ts'

export interface CheckText {
  readonly title: string
  readonly mend: string
}

const en = {
  'launch.jwt': { title: 'Signed JWT', mend: 'Pass on the launch parameter as it came: three parts, at most 8 KB.' },
  'launch.format': {
    title: 'Header',
    mend: 'Sign with an RS, PS or ES algorithm; leave typ out or set JWT; leave crit out.',
  },
  'launch.iss': { title: 'iss', mend: 'Set iss to the client_id of the launching portal.' },
  'launch.time': {
    title: 'iat, exp, nbf',
    mend: 'Make the token when the person opens the task: iat now, exp at most 300 seconds later, both in seconds.',
  },
  'launch.aud': { title: 'aud', mend: 'Set aud to Device/{client_id} of the app that is launched, alone.' },
  'launch.jti': { title: 'jti', mend: 'Give every token a random jti of 16 to 255 characters, such as a UUID.' },
  'launch.app': {
    title: 'The app that is launched',
    mend: 'aud must name an app that is registered here as module or both, and approved.',
  },
  'launch.platform': {
    title: 'The portal',
    mend: 'Register the portal of iss (kind platform or both) and have it approved.',
  },
  'launch.signature': {
    title: 'Signature',
    mend: 'Sign with a key that is registered for the portal, and set its kid in the header.',
  },
  'launch.sub': {
    title: 'sub',
    mend: 'Set sub to a Patient, Practitioner or RelatedPerson of this domain, as Type/id.',
  },
  'launch.resource': { title: 'resource', mend: 'Set resource to a Task of this domain, as Task/id.' },
  'launch.task': {
    title: 'The task’s people',
    mend: 'Launch with a task that is for the person in sub, or for whom they act (Task.for, owner, requester).',
  },
  'launch.definition': {
    title: 'definition',
    mend: 'Leave definition out, or name an ActivityDefinition whose resource-origin is the Device of the app.',
  },
  'launch.patient': {
    title: 'patient',
    mend: 'Leave patient out when the person is the patient; for a related person it must be their patient.',
  },
  'launch.intent': { title: 'intent', mend: 'Leave intent out, or give a code without extra spaces.' },
  'launch.unused': { title: 'Not used before', mend: 'Launch again: each launch needs a new token.' },
  format: { title: 'Signed JWT', mend: 'Send a compact JWT: three parts, at most 8 KB.' },
  header: {
    title: 'Header',
    mend: 'Sign with an RS, PS or ES algorithm; leave typ out or set JWT; leave crit out; kid must be a string.',
  },
  iss: { title: 'iss and sub', mend: 'Set both iss and sub to your client_id.' },
  aud: {
    title: 'aud',
    mend: 'Set aud to the token endpoint as it is published, one value, character by character. The issuer is accepted, too.',
  },
  exp: { title: 'exp', mend: 'Set exp to at most 300 seconds from now, in seconds, not milliseconds.' },
  iat: { title: 'iat', mend: 'Leave iat out, or set it to now in seconds. Check your clock.' },
  nbf: { title: 'nbf', mend: 'Leave nbf out. Check your clock.' },
  jti: { title: 'jti', mend: 'Give every assertion a random jti of at most 255 characters.' },
  proven: {
    title: 'Client, key and signature',
    mend: 'Check whether the client_id is registered and approved, whether kid names a registered key, and whether that key signed. The endpoint does not say which of them failed; the owner of the app is told here.',
  },
  client: { title: 'The client', mend: 'Register the app, or set iss and sub to the client_id that it was given.' },
  status: { title: 'Status of the app', mend: 'An administrator approves the app in the console.' },
  signature: {
    title: 'Key and signature',
    mend: 'Compare kid with the registered keys, and sign with the private half of that one. alg must fit the key.',
  },
  unused: { title: 'Not used before', mend: 'Sign a new assertion for each request.' },
  'id_token.format': { title: 'Signed JWT', mend: 'Paste the id_token of the token response, whole.' },
  'id_token.header': {
    title: 'Header',
    mend: 'An id_token of this server says RS256: a token that does not was issued elsewhere.',
  },
  'id_token.iss': {
    title: 'iss',
    mend: 'Compare with the issuer of the SMART configuration. The identity provider’s own id_token is not for apps.',
  },
  'id_token.aud': { title: 'aud and azp', mend: 'Accept only an id_token whose aud is your client_id.' },
  'id_token.exp': { title: 'exp', mend: 'It is valid for 300 seconds: verify it on arrival.' },
  'id_token.iat': { title: 'iat', mend: 'Check your clock.' },
  'id_token.sub': { title: 'sub', mend: 'An id_token without sub names nobody: refuse it.' },
  'id_token.nonce': { title: 'nonce', mend: 'Compare it with the nonce that you sent to authorize.' },
  'id_token.signature': {
    title: 'Signature',
    mend: 'Fetch jwks_uri again when the kid is new to you. Was the token changed on its way?',
  },
} satisfies Record<string, CheckText>

const nl: Readonly<Record<keyof typeof en, CheckText>> = {
  'launch.jwt': {
    title: 'Ondertekende JWT',
    mend: 'Geef de parameter launch door zoals die kwam: drie delen, hoogstens 8 KB.',
  },
  'launch.format': {
    title: 'Header',
    mend: 'Onderteken met een RS-, PS- of ES-algoritme; laat typ weg of maak er JWT van; laat crit weg.',
  },
  'launch.iss': { title: 'iss', mend: 'Zet in iss de client_id van het portaal dat de taak opent.' },
  'launch.time': {
    title: 'iat, exp, nbf',
    mend: 'Maak het token als iemand de taak opent: iat nu, exp hoogstens 300 seconden later, beide in seconden.',
  },
  'launch.aud': { title: 'aud', mend: 'Zet in aud alleen Device/{client_id} van de app die wordt geopend.' },
  'launch.jti': { title: 'jti', mend: 'Geef elk token een willekeurige jti van 16 tot 255 tekens, zoals een UUID.' },
  'launch.app': {
    title: 'De app die wordt geopend',
    mend: 'aud moet een app noemen die hier als module of both geregistreerd is, en goedgekeurd.',
  },
  'launch.platform': {
    title: 'Het portaal',
    mend: 'Registreer het portaal van iss (kind platform of both) en laat het goedkeuren.',
  },
  'launch.signature': {
    title: 'Handtekening',
    mend: 'Onderteken met een sleutel die bij het portaal geregistreerd is, en zet zijn kid in de header.',
  },
  'launch.sub': {
    title: 'sub',
    mend: 'Zet in sub een Patient, Practitioner of RelatedPerson van dit domein, als Type/id.',
  },
  'launch.resource': { title: 'resource', mend: 'Zet in resource een Task van dit domein, als Task/id.' },
  'launch.task': {
    title: 'Wiens taak',
    mend: 'Open een taak voor of van de persoon in sub, of van wie die vertegenwoordigt (Task.for, owner, requester).',
  },
  'launch.definition': {
    title: 'definition',
    mend: 'Laat definition weg, of noem een ActivityDefinition waarvan de resource-origin de Device van de app is.',
  },
  'launch.patient': {
    title: 'patient',
    mend: 'Laat patient weg als de persoon de patiënt is; voor een naaste moet het diens patiënt zijn.',
  },
  'launch.intent': { title: 'intent', mend: 'Laat intent weg, of geef een code zonder extra spaties.' },
  'launch.unused': {
    title: 'Niet eerder gebruikt',
    mend: 'Open de taak opnieuw: elke launch heeft een nieuw token nodig.',
  },
  format: { title: 'Ondertekende JWT', mend: 'Stuur een compacte JWT: drie delen, hoogstens 8 KB.' },
  header: {
    title: 'Header',
    mend: 'Onderteken met een RS-, PS- of ES-algoritme; laat typ weg of maak er JWT van; laat crit weg; kid moet een string zijn.',
  },
  iss: { title: 'iss en sub', mend: 'Zet in iss en in sub je client_id.' },
  aud: {
    title: 'aud',
    mend: 'Zet in aud het token-endpoint zoals het gepubliceerd is, één waarde, teken voor teken. De issuer mag ook.',
  },
  exp: { title: 'exp', mend: 'Zet exp hoogstens 300 seconden na nu, in seconden en niet in milliseconden.' },
  iat: { title: 'iat', mend: 'Laat iat weg, of zet er de tijd van nu in, in seconden. Controleer je klok.' },
  nbf: { title: 'nbf', mend: 'Laat nbf weg. Controleer je klok.' },
  jti: { title: 'jti', mend: 'Geef elke assertion een willekeurige jti van hoogstens 255 tekens.' },
  proven: {
    title: 'Client, sleutel en handtekening',
    mend: 'Controleer of de client_id geregistreerd en goedgekeurd is, of kid een geregistreerde sleutel noemt, en of die sleutel ondertekende. Het endpoint zegt niet welke van de drie het is; de eigenaar van de app hoort het hier wel.',
  },
  client: { title: 'De client', mend: 'Registreer de app, of zet in iss en sub de client_id die de app kreeg.' },
  status: { title: 'Status van de app', mend: 'Een beheerder keurt de app goed in het beheer.' },
  signature: {
    title: 'Sleutel en handtekening',
    mend: 'Vergelijk kid met de geregistreerde sleutels, en onderteken met de private helft van die ene. alg moet bij de sleutel passen.',
  },
  unused: { title: 'Niet eerder gebruikt', mend: 'Onderteken voor elk verzoek een nieuwe assertion.' },
  'id_token.format': { title: 'Ondertekende JWT', mend: 'Plak het id_token van het token-antwoord, helemaal.' },
  'id_token.header': {
    title: 'Header',
    mend: 'Een id_token van deze server zegt RS256: een token zonder dat is geen id_token van hier.',
  },
  'id_token.iss': {
    title: 'iss',
    mend: 'Vergelijk met de issuer van de SMART-configuratie. Het eigen id_token van de identiteitsprovider is niet voor apps.',
  },
  'id_token.aud': { title: 'aud en azp', mend: 'Accepteer alleen een id_token waarvan aud je client_id is.' },
  'id_token.exp': { title: 'exp', mend: 'Het is 300 seconden geldig: verifieer het zodra het binnenkomt.' },
  'id_token.iat': { title: 'iat', mend: 'Controleer je klok.' },
  'id_token.sub': { title: 'sub', mend: 'Een id_token zonder sub noemt niemand: weiger het.' },
  'id_token.nonce': { title: 'nonce', mend: 'Vergelijk met de nonce die je naar authorize stuurde.' },
  'id_token.signature': {
    title: 'Handtekening',
    mend: 'Haal jwks_uri opnieuw op als je de kid niet kent. Is het token onderweg veranderd?',
  },
}

export const toolChecks: Catalogue<Readonly<Record<string, CheckText>>> = { en, nl }
