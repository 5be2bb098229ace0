// Texts of the doctor about settings, files, keys, apps and the identity provider: the console shows them in the language of the
// person, the command line in English. What only the command line examines is English where it is found.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  trial: 'The production checklist is not enforced: this domain is for trying things out.',
  trialRemedy: 'Set SLIPWAY_ENV=production where people rely on it.',
  noSetting: (name: string) => `${name} is not a setting, and has no effect.`,
  noSettingRemedy: (meant: string) => `Did you mean ${meant}? .env.example lists every setting.`,
  typesAbsent: (types: string) =>
    `RESOURCE_TYPES leaves out ${types}: they are not served, and the portal and apps that read them get 404.`,
  typesAbsentRemedy:
    'The setting replaces the whole list: begin with that of .env.example, and add your types behind it.',
  productionHolds: 'The production checklist is met.',
  proxyTrusted: (host: string) =>
    `TRUST_PROXY is on and the server listens on ${host}: anyone who reaches that port without the proxy can choose their address.`,
  proxyTrustedRemedy: 'Set HOST=127.0.0.1, or let only the proxy reach the port.',
  signupOpen: 'IDP_SIGNUP lets anybody create an account.',
  signupOpenRemedy: 'Leave IDP_SIGNUP out unless that is intended.',
  metricsUnread: 'Nobody can read the metrics.',
  metricsUnreadRemedy: 'Set METRICS_TOKEN, and give it to your monitoring.',
  logQuiet: (level: string) => `LOG_LEVEL=${level} leaves out the lines that explain an incident.`,
  logQuietRemedy: 'Leave LOG_LEVEL out.',

  demo: 'DEMO shows passwords, and lets anybody sign in as anybody.',
  demoRemedy:
    'Set DEMO=false. Left out, it is true where PUBLIC_URL is an address of this machine, which is the default.',
  plainAddress: (name: string, url: string) => `${name} is ${url}: tokens would travel in the clear.`,
  plainAddressRemedy: (name: string) => `Set ${name} to an https address.`,
  ownAddress: (name: string, url: string) => `${name} is ${url}, which is this machine.`,
  ownAddressRemedy: (name: string) => `Set ${name} to its public address.`,
  noRateLimit: 'RATE_LIMIT is off: passwords can be guessed as fast as they are sent.',
  noRateLimitRemedy: 'Leave RATE_LIMIT out.',
  secretShort: (name: string, length: number, least: number) =>
    `${name} has ${length} characters, fewer than ${least}.`,
  secretRepeats: (name: string, kinds: number) => `${name} repeats a few characters (${kinds} different ones).`,
  secretWord: (name: string, word: string, others: number, least: number) =>
    `${name} contains the word "${word}" and only ${others} other characters, fewer than ${least}.`,
  secretRemedy: (least: number) =>
    `Use at least ${least} random characters, such as the output of: openssl rand -base64 32`,
  anyCertificate: 'NODE_TLS_REJECT_UNAUTHORIZED=0: any certificate of an identity provider or an app would be trusted.',
  anyCertificateRemedy: 'Leave it out; set NODE_EXTRA_CA_CERTS=FILE to trust your own certificate authority.',
  openFile: (file: string, mode: string) => `${file} is open to everybody on this machine (mode ${mode}).`,
  demoAccounts: (names: string) => `The database has accounts of the demo, whose passwords everybody knows: ${names}.`,
  demoAccountsRemedy:
    'Start with an empty DATA_DIR. Or add an administrator of your own, and then: ./bin/slipway user delete NAME',

  rightsMissing: (clientId: string, missing: string) =>
    `The role of ${clientId} lacks ${missing}: the pages that need it refuse everybody.`,
  rightsMissingRemedy: 'Add it to the role: in the console under Roles, or with slipway role.',

  noData: (folder: string) => `${folder} does not exist yet.`,
  noDataRemedy: 'The first start creates it.',
  dataOutOfReach: (folder: string) => `${folder} is in a folder that this user may not enter: nothing was checked.`,
  otherOwner: (folder: string, owner: number, me: number) =>
    `${folder} belongs to user ${owner}, and this is user ${me}: database and keys were not checked.`,
  otherOwnerRemedy: 'Run every command as the user of the service, for instance: sudo -u slipway ./bin/slipway doctor',
  writable: (folder: string) => `${folder} can be written.`,
  unwritable: (folder: string) => `${folder} cannot be written.`,
  unwritableRemedy: (folder: string) => `chmod 700 ${folder}, and mount it for reading and writing.`,
  filesPrivate: 'Only the owner can read the database, keys and secrets.',
  fileOfGroup: (file: string, mode: string) => `${file} has mode ${mode}: its group can reach it.`,
  fileOfAll: (file: string, mode: string) => `${file} has mode ${mode}: everybody on this machine can reach it.`,
  free: (gibibytes: number) => `${gibibytes.toFixed(1)} GiB free on the disk of the data.`,
  freeRemedy: 'Make room: the write-ahead log and a backup need as much as the database.',

  noKeys: 'There are none yet: each key is created when it is first needed.',
  keyBroken: (key: string) =>
    `The key ${key} cannot sign: its private half is gone, cannot be read, or does not match the published key.`,
  keyBrokenRemedy: (file: string, kid: string) =>
    `Restore ${file}, or withdraw the key: ./bin/slipway keys revoke ${kid}`,
  keyOld: (key: string, days: number) => `The key ${key} is ${days} days old.`,
  keySigns: (key: string, days: number) =>
    `The key ${key} can sign, and is ${days} ${days === 1 ? 'day' : 'days'} old.`,

  published: (clientId: string, url: string) => `${clientId} publishes its keys at ${url}.`,
  unpublished: (clientId: string, url: string, problem: string) =>
    `The keys of ${clientId} at ${url} cannot be fetched: ${problem}`,
  unpublishedRemedy:
    'Publish them there, or correct the address at /admin. The addresses of demo-app, demo-portal and demo-console are corrected by starting the server with the right PUBLIC_URL.',
  setLong: (bytes: number) => `the response is longer than ${bytes} bytes.`,
  setNone: 'the response is not a JWK Set.',
  setEmpty: 'the JWK Set is empty.',

  provider: 'The identity provider',
  providerStatus: (address: string, status: number) => `${address} answers ${status}.`,
  providerName: (issuer: string) => `The provider calls itself ${issuer}.`,
  providerNameRemedy: 'SHARED_IDP_ISSUER must be the issuer exactly as the provider writes it.',
  providerAnswers: (issuer: string) => `${issuer} answers under its own name.`,
  providerAway: (address: string, reason: string) => `${address} cannot be reached: ${reason}`,
  providerAwayRemedy: 'Check the network, and the host name of the provider.',
  providerUris: (uris: readonly string[], signedOut: string) =>
    `Register both redirect URIs there: ${uris.join(' and ')}; and the post-logout redirect URI ${signedOut}`,
  providerKeys: (count: number) => `It publishes ${count} ${count === 1 ? 'key' : 'keys'}.`,
  providerNoKeys: (address: string) => `${address} has no keys.`,
  providerKeysUnread: (address: string, reason: string) => `Its keys at ${address} cannot be read: ${reason}`,
  providerKeysRemedy: 'The provider must fix this: without its keys nobody can sign in.',
  noUserinfo: 'It has no userinfo endpoint, where SHARED_IDP_CLAIMS_FROM=userinfo looks.',
  noUserinfoRemedy: 'Leave SHARED_IDP_CLAIMS_FROM out.',
  clientThere: (hasSecret: boolean, claim: string, where: 'auto' | 'id_token' | 'userinfo') => {
    const proof = hasSecret ? 'with a client secret (basic or post)' : 'without a client secret (none is set here)'
    const places = { auto: 'in the id_token, else at userinfo', id_token: 'in the id_token', userinfo: 'at userinfo' }
    return `This domain is a client there ${proof} and asks for the scopes openid, profile and email; it looks for the claim ${claim} ${places[where]}.`
  },

  noTime: (who: string) => `${who} sends no Date header.`,
  noTimeRemedy: 'Let the proxy pass the header Date on.',
  apart: (who: string, seconds: number) => `${who} and this machine are ${seconds} s apart.`,
  tooFarApart: (who: string, seconds: number) =>
    `${who} and this machine are ${seconds} s apart. Tokens are refused as expired, or as not valid yet.`,
  apartRemedy: 'Synchronise the clock of every machine with NTP (systemd-timesyncd, chrony).',
}

export type DoctorTexts = typeof en

const nl: DoctorTexts = {
  trial: 'De controlelijst voor productie geldt niet: dit is een domein om dingen uit te proberen.',
  trialRemedy: 'Zet SLIPWAY_ENV=production waar mensen erop rekenen.',
  noSetting: (name) => `${name} is geen instelling, en verandert niets.`,
  noSettingRemedy: (meant) => `Is ${meant} bedoeld? .env.example noemt ze allemaal.`,
  typesAbsent: (types) =>
    `RESOURCE_TYPES laat ${types} weg: het domein biedt die niet aan, en het portaal en apps die ze lezen krijgen 404.`,
  typesAbsentRemedy:
    'De instelling vervangt de hele lijst: begin met die van .env.example, en zet je eigen types erachter.',
  productionHolds: 'Aan de controlelijst voor productie is voldaan.',
  proxyTrusted: (host) =>
    `TRUST_PROXY staat aan en de server luistert op ${host}: wie die poort zonder de proxy bereikt, kiest zelf een adres.`,
  proxyTrustedRemedy: 'Zet HOST=127.0.0.1, of laat alleen de proxy bij de poort.',
  signupOpen: 'Door IDP_SIGNUP kan iedereen een account maken.',
  signupOpenRemedy: 'Laat IDP_SIGNUP weg, tenzij dat de bedoeling is.',
  metricsUnread: 'Niemand kan de metingen lezen.',
  metricsUnreadRemedy: 'Stel METRICS_TOKEN in, en geef het aan je monitoring.',
  logQuiet: (level) => `LOG_LEVEL=${level} laat de regels weg die een storing verklaren.`,
  logQuietRemedy: 'Laat LOG_LEVEL weg.',

  demo: 'DEMO toont wachtwoorden, en laat iedereen als iedereen inloggen.',
  demoRemedy:
    'Zet DEMO=false. Laat je het weg, dan is het true als PUBLIC_URL een adres van deze machine is, en dat is de standaard.',
  plainAddress: (name, url) => `${name} is ${url}: tokens zouden onversleuteld reizen.`,
  plainAddressRemedy: (name) => `Geef ${name} een https-adres.`,
  ownAddress: (name, url) => `${name} is ${url}, en dat is deze machine.`,
  ownAddressRemedy: (name) => `Geef ${name} het publieke adres.`,
  noRateLimit: 'RATE_LIMIT staat uit: wachtwoorden zijn zo snel te raden als ze verstuurd worden.',
  noRateLimitRemedy: 'Laat RATE_LIMIT weg.',
  secretShort: (name, length, least) => `${name} heeft ${length} tekens, minder dan ${least}.`,
  secretRepeats: (name, kinds) => `${name} herhaalt een paar tekens (${kinds} verschillende).`,
  secretWord: (name, word, others, least) =>
    `${name} bevat het woord "${word}" en maar ${others} andere tekens, minder dan ${least}.`,
  secretRemedy: (least) =>
    `Gebruik minstens ${least} willekeurige tekens, zoals de uitvoer van: openssl rand -base64 32`,
  anyCertificate:
    'NODE_TLS_REJECT_UNAUTHORIZED=0: elk certificaat van een identiteitsprovider of een app zou worden vertrouwd.',
  anyCertificateRemedy: 'Laat het weg; vertrouw een eigen certificaatautoriteit met NODE_EXTRA_CA_CERTS=BESTAND.',
  openFile: (file, mode) => `Iedereen op deze machine kan bij ${file} (modus ${mode}).`,
  demoAccounts: (names) => `In de database staan accounts van de demo, waarvan iedereen het wachtwoord kent: ${names}.`,
  demoAccountsRemedy:
    'Begin met een lege DATA_DIR. Of voeg een eigen beheerder toe, en dan: ./bin/slipway user delete NAAM',

  rightsMissing: (clientId, missing) =>
    `De rol van ${clientId} mist ${missing}: de pagina’s die dat nodig hebben weigeren iedereen.`,
  rightsMissingRemedy: 'Voeg het toe aan de rol: in het beheer onder Rollen, of met slipway role.',

  noData: (folder) => `${folder} is er nog niet.`,
  noDataRemedy: 'De eerste start maakt de map.',
  dataOutOfReach: (folder) => `${folder} ligt in een map waar deze gebruiker niet in mag: er is niets gecontroleerd.`,
  otherOwner: (folder, owner, me) =>
    `${folder} is van gebruiker ${owner}, en dit is gebruiker ${me}: database en sleutels zijn niet gecontroleerd.`,
  otherOwnerRemedy:
    'Geef elke opdracht als de gebruiker van de dienst, bijvoorbeeld: sudo -u slipway ./bin/slipway doctor',
  writable: (folder) => `In ${folder} kan geschreven worden.`,
  unwritable: (folder) => `In ${folder} kan niet geschreven worden.`,
  unwritableRemedy: (folder) => `chmod 700 ${folder}, en koppel de map om te lezen en te schrijven.`,
  filesPrivate: 'Alleen de eigenaar kan bij database, sleutels en geheimen.',
  fileOfGroup: (file, mode) => `${file} heeft modus ${mode}: de groep kan erbij.`,
  fileOfAll: (file, mode) => `${file} heeft modus ${mode}: iedereen op deze machine kan erbij.`,
  free: (gibibytes) => `Waar de gegevens staan is ${gibibytes.toFixed(1).replace('.', ',')} GiB vrij.`,
  freeRemedy: 'Maak ruimte: de write-ahead log en een back-up hebben evenveel nodig als de database.',

  noKeys: 'Er zijn er nog geen: elke sleutel wordt gemaakt als die voor het eerst nodig is.',
  keyBroken: (key) =>
    `De sleutel ${key} kan niet tekenen: de geheime helft is weg, niet te lezen, of past niet bij de gepubliceerde sleutel.`,
  keyBrokenRemedy: (file, kid) => `Zet ${file} terug, of trek de sleutel in: ./bin/slipway keys revoke ${kid}`,
  keyOld: (key, days) => `De sleutel ${key} is ${days} dagen oud.`,
  keySigns: (key, days) => `De sleutel ${key} kan tekenen, en is ${days} ${days === 1 ? 'dag' : 'dagen'} oud.`,

  published: (clientId, url) => `${clientId} publiceert zijn sleutels op ${url}.`,
  unpublished: (clientId, url, problem) => `De sleutels van ${clientId} op ${url} zijn niet op te halen: ${problem}`,
  unpublishedRemedy:
    'Publiceer ze daar, of verbeter het adres op /admin. De adressen van demo-app, demo-portal en demo-console worden verbeterd door de server met de juiste PUBLIC_URL te starten.',
  setLong: (bytes) => `het antwoord is langer dan ${bytes} bytes.`,
  setNone: 'het antwoord is geen JWK Set.',
  setEmpty: 'de JWK Set is leeg.',

  provider: 'De identiteitsprovider',
  providerStatus: (address, status) => `${address} antwoordt ${status}.`,
  providerName: (issuer) => `De provider noemt zichzelf ${issuer}.`,
  providerNameRemedy: 'SHARED_IDP_ISSUER moet de issuer zijn precies zoals de provider die schrijft.',
  providerAnswers: (issuer) => `${issuer} antwoordt onder de eigen naam.`,
  providerAway: (address, reason) => `${address} is niet te bereiken: ${reason}`,
  providerAwayRemedy: 'Kijk naar het netwerk, en naar de hostnaam van de provider.',
  providerUris: (uris, signedOut) =>
    `Registreer daar beide redirect-URI’s: ${uris.join(' en ')}; en de post-logout-redirect-URI ${signedOut}`,
  providerKeys: (count) => `De provider publiceert ${count} ${count === 1 ? 'sleutel' : 'sleutels'}.`,
  providerNoKeys: (address) => `Op ${address} staan geen sleutels.`,
  providerKeysUnread: (address, reason) => `De sleutels van de provider op ${address} zijn niet te lezen: ${reason}`,
  providerKeysRemedy: 'De provider moet dit oplossen: zonder die sleutels kan niemand inloggen.',
  noUserinfo: 'De provider heeft geen userinfo-endpoint, waar SHARED_IDP_CLAIMS_FROM=userinfo kijkt.',
  noUserinfoRemedy: 'Laat SHARED_IDP_CLAIMS_FROM weg.',
  clientThere: (hasSecret, claim, where) => {
    const proof = hasSecret
      ? 'met een client secret (basic of post)'
      : 'zonder client secret (er is hier geen ingesteld)'
    const places = {
      auto: 'in het id_token, en anders bij userinfo',
      id_token: 'in het id_token',
      userinfo: 'bij userinfo',
    }
    return `Dit domein is daar een client ${proof} en vraagt om de scopes openid, profile en email; het zoekt de claim ${claim} ${places[where]}.`
  },

  noTime: (who) => `${who} stuurt geen Date-header.`,
  noTimeRemedy: 'Laat de proxy de header Date doorgeven.',
  apart: (who, seconds) => `${who} en deze machine lopen ${seconds} s uiteen.`,
  tooFarApart: (who, seconds) =>
    `${who} en deze machine lopen ${seconds} s uiteen. Tokens worden geweigerd als verlopen, of als nog niet geldig.`,
  apartRemedy: 'Laat elke machine de tijd bijhouden met NTP (systemd-timesyncd, chrony).',
}

/** The findings and remedies by check. */
export const doctorTexts: Catalogue<DoctorTexts> = { en, nl }
