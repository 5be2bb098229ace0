// What the rules for Subscriptions refuse, in Dutch: the FHIR API speaks English, and a person at the form may not.

/** As rules.ts, criteria.ts, endpoint-rules.ts and header-rules.ts say it, and what to say in its place. */
const DUTCH: readonly (readonly [RegExp, string])[] = [
  [
    /^criteria may have at most (\d+) characters; it has (\d+)\.$/,
    'De criteria mogen hoogstens $1 tekens hebben; het zijn er $2.',
  ],
  [
    /^criteria must be a search on one type, such as (\S+), without a base URL\.$/,
    'De criteria zijn een zoekvraag op één type, zoals $1, zonder basisadres.',
  ],
  [
    /^This server does not support the resource type (\S+); \/metadata lists the supported types\.$/,
    'Deze server heeft het resourcetype $1 niet; /metadata noemt de types die er zijn.',
  ],
  [/^There are no notifications about Subscriptions\.$/, 'Over Subscriptions zijn er geen meldingen.'],
  [
    /^criteria has an invalid percent-encoding: write % itself as %25\.$/,
    'In de criteria staat een ongeldige procentcode: schrijf % zelf als %25.',
  ],
  [
    /^(\S+) shapes the response of a search, and a notification has none: leave it out\.$/,
    '$1 bepaalt hoe het antwoord op een zoekvraag eruitziet, en een melding heeft er geen: laat het weg.',
  ],
  [/^(\S+) must have a value\.$/, '$1 moet een waarde hebben.'],
  [/^The app has no permission to read (\S+)\.$/, 'De app mag $1 niet lezen.'],
  [
    /^endpoint may have at most (\d+) characters; it has (\d+)\.$/,
    'Het endpoint mag hoogstens $1 tekens hebben; het heeft er $2.',
  ],
  [
    /^endpoint must be an absolute https URL, without a fragment \(#\)\.$/,
    'Het endpoint moet een volledige https-URL zijn, zonder fragment (#).',
  ],
  [
    /^endpoint may not have a user name or a password: send a secret in channel\.header\.$/,
    'In het endpoint mag geen gebruikersnaam of wachtwoord staan: stuur een geheim in een header.',
  ],
  [/^endpoint must be an https URL; it is at (\S+)\.$/, 'Het endpoint moet een https-URL zijn; het is op $1.'],
  [
    /^endpoint must be an https URL \(or http on this machine\); it is at (\S+)\.$/,
    'Het endpoint moet een https-URL zijn (of http op deze machine); het is op $1.',
  ],
  [
    /^endpoint may not be an address of this server itself\.$/,
    'Het endpoint mag geen adres van deze server zelf zijn.',
  ],
  [
    /^endpoint must be on an origin that is registered for the app \(it has none\); it is at (\S+)\.$/,
    'Het endpoint moet op een origin zijn die voor de app is geregistreerd (die heeft er geen); het is op $1.',
  ],
  [
    /^endpoint must be on an origin that is registered for the app \((.+)\); it is at (\S+)\.$/,
    'Het endpoint moet op een origin zijn die voor de app is geregistreerd ($1); het is op $2.',
  ],
  [/^A header must be a string of at most (\d+) characters\.$/, 'Een header mag hoogstens $1 tekens hebben.'],
  [
    /^A header must be written "Name: value", in visible ASCII\.$/,
    'Een header schrijf je als "Naam: waarde", in zichtbare ASCII.',
  ],
  [
    /^A Subscription cannot set the header (\S+): leave it out\.$/,
    'Een Subscription kan de header $1 niet zetten: laat die weg.',
  ],
  [
    /^A channel may have at most (\d+) headers; this one has (\d+)\.$/,
    'Er mogen hoogstens $1 headers zijn; het zijn er $2.',
  ],
  [
    /^An app may have at most (\d+) Subscriptions that are not off: set one to off, or delete one\.$/,
    'Een app mag hoogstens $1 Subscriptions hebben die aan staan: zet er een uit, of verwijder er een.',
  ],
]

/** A refusal in Dutch; of one that is not told here, its own words. */
export function problemInDutch(diagnostics: string): string {
  const [pattern, words = ''] = DUTCH.find(([one]) => one.test(diagnostics)) ?? []
  return pattern ? diagnostics.replace(pattern, words) : diagnostics
}
