// Texts of the checks of a launch token (HTI 2.0): signature, audience, subject, lifetime.
import type { CheckEntry } from './check-text.ts'

export const LAUNCH_TOKEN_CHECKS = {
  'launch.format': {
    source: 'HTI 2.0, RFC 7515, RFC 8725 §3.1',
    en: {
      expected: 'the launch token must be a signed JWT of at most 8 KB.',
      meaning: 'The launch parameter is not a launch token: a signed JWT of at most 8 KB with an asymmetric algorithm.',
      causes: [
        'The value was cut off or decoded twice.',
        'alg is none or HS256, or the header has jwk, jku, x5u or x5c.',
        'The token is encrypted (five parts).',
      ],
      mend: 'Pass on the launch parameter as it came. A portal signs with RS256/384/512, PS256/384/512 or ES256/384/512.',
    },
    nl: {
      expected: 'het launch-token moet een ondertekende JWT van hoogstens 8 KB zijn.',
      meaning:
        'De parameter launch is geen launch-token: een ondertekende JWT van hoogstens 8 KB met een asymmetrisch algoritme.',
      causes: [
        'De waarde is afgekapt of twee keer gedecodeerd.',
        'alg is none of HS256, of de header bevat jwk, jku, x5u of x5c.',
        'Het token is versleuteld (vijf delen).',
      ],
      mend: 'Geef de parameter launch door zoals die kwam. Een portaal ondertekent met RS256/384/512, PS256/384/512 of ES256/384/512.',
    },
  },
  'launch.iss': {
    source: 'HTI 2.0, RFC 7519 §4.1.1',
    en: {
      expected: 'iss must be the client_id of an approved launching portal.',
      meaning: 'iss of the launch token is not the client_id of a launching portal that is approved here.',
      causes: ['iss holds a URL instead of the client_id.', 'The portal is registered as an app only (kind module).'],
      mend: 'Register the portal with --kind platform or both, and set iss to its client_id.',
    },
    nl: {
      expected: 'iss moet de client_id van een goedgekeurd portaal zijn dat taken opent.',
      meaning: 'iss van het launch-token is niet de client_id van een portaal dat hier taken mag openen.',
      causes: [
        'In iss staat een URL in plaats van de client_id.',
        'Het portaal is alleen als app geregistreerd (kind module).',
      ],
      mend: 'Registreer het portaal met --kind platform of both, en zet zijn client_id in iss.',
    },
  },
  'launch.time': {
    source: 'HTI 2.0, RFC 7519 §4.1.4 to §4.1.6',
    en: {
      expected: 'the launch token must be valid now, and its lifetime at most 300 seconds.',
      meaning: 'The launch token is too old, not yet valid, or has a lifetime of more than 300 seconds.',
      causes: [
        'The person waited before opening the task.',
        'The clock of the portal is wrong.',
        'exp or iat is missing, or is a string, or is in milliseconds.',
      ],
      mend: 'Make the token when the person presses the button, with iat now and exp at most 300 seconds later. Opening the task again helps the person.',
    },
    nl: {
      expected: 'het launch-token moet nu geldig zijn, met een levensduur van hoogstens 300 seconden.',
      meaning: 'Het launch-token is te oud, nog niet geldig, of heeft een levensduur van meer dan 300 seconden.',
      causes: [
        'De gebruiker wachtte met het openen van de taak.',
        'De klok van het portaal loopt niet gelijk.',
        'exp of iat ontbreekt, is een string, of is in milliseconden.',
      ],
      mend: 'Maak het token pas als de gebruiker op de knop drukt, met iat nu en exp hoogstens 300 seconden later. De taak opnieuw openen helpt de gebruiker.',
    },
  },
  'launch.aud': {
    source: 'HTI 2.0, RFC 7519 §4.1.3',
    en: {
      expected: 'aud must be the Device of the app that was launched.',
      meaning: 'The launch token was made for another app than the one that sent it.',
      causes: ['The activity of the task points to the endpoint of another app.', 'aud holds the URL of the app.'],
      mend: 'aud is Device/ followed by the client_id of the app. Look at the Endpoint of the ActivityDefinition.',
    },
    nl: {
      expected: 'aud moet de Device van de app zijn die geopend wordt.',
      meaning: 'Het launch-token is voor een andere app gemaakt dan die het stuurde.',
      causes: [
        'De activiteit van de taak verwijst naar het endpoint van een andere app.',
        'In aud staat de URL van de app.',
      ],
      mend: 'aud is Device/ met daarachter de client_id van de app. Kijk naar het Endpoint van de ActivityDefinition.',
    },
  },
  'launch.signature': {
    source: 'RFC 7515 §5.2, RFC 8725 §3.1',
    en: {
      expected: 'the token must be signed with a registered key of its portal.',
      meaning: 'No registered key of the portal verifies the signature of the launch token.',
      causes: [
        'The token was changed after it was signed.',
        'The portal signs with a new key that is not published yet.',
        'kid is missing while several keys are published, or names none of them.',
        'The JWK Set of the portal cannot be reached.',
      ],
      mend: 'Compare kid in the header of the token with the keys that are registered. Publish a new key before you sign with it.',
    },
    nl: {
      expected: 'het token moet met een geregistreerde sleutel van zijn portaal ondertekend zijn.',
      meaning: 'Geen geregistreerde sleutel van het portaal bevestigt de handtekening van het launch-token.',
      causes: [
        'Het token is na het ondertekenen gewijzigd.',
        'Het portaal ondertekent met een nieuwe sleutel die nog niet is gepubliceerd.',
        'kid ontbreekt terwijl er meer sleutels zijn, of noemt er geen van.',
        'De JWK Set van het portaal is niet te bereiken.',
      ],
      mend: 'Vergelijk kid in de header van het token met de geregistreerde sleutels. Publiceer een nieuwe sleutel voordat je ermee ondertekent.',
    },
  },
  'launch.sub': {
    source: 'HTI 2.0, “sub”',
    en: {
      expected: 'sub must be a Patient, Practitioner or RelatedPerson of this domain.',
      meaning: 'sub does not name a person of this domain: Patient/id, Practitioner/id or RelatedPerson/id.',
      causes: ['sub is a user name or an absolute URL.', 'The person was deleted, or belongs to another environment.'],
      mend: 'Set sub to the relative reference of the person’s resource, as the FHIR API has it.',
    },
    nl: {
      expected: 'sub moet een Patient, Practitioner of RelatedPerson van dit domein zijn.',
      meaning: 'sub noemt geen persoon van dit domein: Patient/id, Practitioner/id of RelatedPerson/id.',
      causes: [
        'sub is een gebruikersnaam of een absolute URL.',
        'De persoon is verwijderd, of hoort bij een andere omgeving.',
      ],
      mend: 'Zet in sub de relatieve verwijzing naar de resource van de persoon, zoals de FHIR-API die kent.',
    },
  },
  'launch.resource': {
    source: 'HTI 2.0, “resource”',
    en: {
      expected: 'resource must be a Task of this domain.',
      meaning: 'resource does not name a Task of this domain.',
      causes: ['resource is missing or absolute.', 'The Task was deleted, or belongs to another environment.'],
      mend: 'Set resource to Task/id of the task that the person opened.',
    },
    nl: {
      expected: 'resource moet een Task van dit domein zijn.',
      meaning: 'resource noemt geen Task van dit domein.',
      causes: ['resource ontbreekt of is absoluut.', 'De Task is verwijderd, of hoort bij een andere omgeving.'],
      mend: 'Zet in resource Task/id van de taak die de gebruiker opende.',
    },
  },
  'launch.task': {
    source: 'FHIR R4 Task.for, Task.owner, Task.requester',
    en: {
      expected: 'the launching person must be allowed to open the task.',
      meaning:
        'The person who launches is not in for, owner or requester of the task. A related person may also open the tasks of their patient; a practitioner may open every task.',
      causes: [
        'The portal took the task of one patient and the person of another.',
        'Task.for, Task.owner and Task.requester are missing, or hold an absolute address instead of Patient/id.',
        'The related person is not active any more, or is related to another patient.',
      ],
      mend: 'Launch a task of the person in sub, or set Task.for. If the app must open with any task, register it that way: ./bin/slipway app add --any-task, or “Tasks” in the console.',
    },
    nl: {
      expected: 'de gebruiker moet de taak mogen openen.',
      meaning:
        'De gebruiker die de launch doet staat niet in for, owner of requester van de taak. Een naaste mag ook de taken van de eigen patiënt openen; een behandelaar mag elke taak openen.',
      causes: [
        'Het portaal nam de taak van de ene patiënt en de persoon van een andere.',
        'Task.for, Task.owner en Task.requester ontbreken, of bevatten een absoluut adres in plaats van Patient/id.',
        'De naaste is niet meer actief, of hoort bij een andere patiënt.',
      ],
      mend: 'Open een taak van de persoon in sub, of vul Task.for. Moet de app met elke taak te openen zijn, registreer die dan zo: ./bin/slipway app add --any-task, of “Taken” in het beheer.',
    },
  },
  'launch.standing': {
    source: 'RFC 6749 §4.1.2.1 access_denied, §5.2 invalid_grant',
    en: {
      expected: 'the portal, person, account and task of the launch must still be valid.',
      meaning:
        'Between the launch and this step, one of these was removed or disabled: the portal, the person, their account or user name, or the task.',
      causes: [
        'The portal was disabled.',
        'The person was deleted or made inactive, lost the user name, or the account was deleted.',
        'The task was deleted, or now belongs to somebody else.',
      ],
      mend: 'If it was removed on purpose, do nothing. Otherwise restore it and open the task again from the portal: this launch is over.',
    },
    nl: {
      expected: 'het portaal, de persoon, het account en de taak van de launch moeten nog geldig zijn.',
      meaning:
        'Tussen de launch en deze stap is een van deze verwijderd of uitgeschakeld: het portaal, de persoon, het account of de gebruikersnaam, of de taak.',
      causes: [
        'Het portaal is uitgeschakeld.',
        'De persoon is verwijderd of niet meer actief, heeft de gebruikersnaam niet meer, of het account is verwijderd.',
        'De taak is verwijderd, of is nu van iemand anders.',
      ],
      mend: 'Was dat de bedoeling, doe dan niets. Zet het anders terug en open de taak opnieuw vanuit het portaal: deze launch is voorbij.',
    },
  },
  'launch.definition': {
    source: 'HTI 2.0, “definition”; Koppeltaal, resource-origin',
    en: {
      expected: 'definition must be an activity of the app that was launched.',
      meaning: 'definition is not an ActivityDefinition of the app that was launched.',
      causes: [
        'The ActivityDefinition has no resource-origin extension, or one that names another Device.',
        'definition is a canonical URL instead of ActivityDefinition/id.',
      ],
      mend: 'Give the ActivityDefinition a resource-origin of the app’s Device, or leave definition out.',
    },
    nl: {
      expected: 'definition moet een activiteit zijn van de app die geopend wordt.',
      meaning: 'definition is geen ActivityDefinition van de app die geopend wordt.',
      causes: [
        'De ActivityDefinition heeft geen resource-origin-extensie, of een die een andere Device noemt.',
        'definition is een canonical URL in plaats van ActivityDefinition/id.',
      ],
      mend: 'Geef de ActivityDefinition een resource-origin met de Device van de app, of laat definition weg.',
    },
  },
  'launch.patient': {
    source: 'HTI 2.0, “patient”',
    en: {
      expected: 'patient must be the launching person, or the patient they may act for.',
      meaning: 'patient does not fit the person who launches.',
      causes: [
        'A patient launches with another patient in patient.',
        'A related person launches for somebody other than the patient in their record, or patient is missing.',
      ],
      mend: 'For a patient leave patient out or repeat sub. For a RelatedPerson send RelatedPerson.patient.',
    },
    nl: {
      expected: 'patient moet de gebruiker zelf zijn, of de patiënt voor wie die mag handelen.',
      meaning: 'patient past niet bij de persoon die de launch doet.',
      causes: [
        'Een patiënt opent met een andere patiënt in patient.',
        'Een naaste opent voor een ander dan de patiënt in het eigen dossier, of patient ontbreekt.',
      ],
      mend: 'Laat bij een patiënt patient weg of herhaal sub. Stuur bij een RelatedPerson RelatedPerson.patient.',
    },
  },
  'launch.intent': {
    source: 'HTI 2.0, “intent”; FHIR R4 code',
    en: {
      expected: 'intent must be a code.',
      meaning: 'intent is not a FHIR code.',
      causes: ['intent has double or outer spaces, or is longer than 64 characters.', 'intent is not a string.'],
      mend: 'Send a code such as order or plan, or leave intent out.',
    },
    nl: {
      expected: 'intent moet een code zijn.',
      meaning: 'intent is geen FHIR-code.',
      causes: [
        'intent heeft dubbele spaties, spaties aan het begin of eind, of meer dan 64 tekens.',
        'intent is geen string.',
      ],
      mend: 'Stuur een code zoals order of plan, of laat intent weg.',
    },
  },
  'launch.jti': {
    source: 'HTI 2.0, RFC 7519 §4.1.7',
    en: {
      expected: 'jti must be new: each launch needs a new token.',
      meaning: 'The launch was used before, or its jti is too short to be unique.',
      causes: [
        'The person went back in the browser, or reloaded the page of the launch.',
        'The portal made one token for several launches.',
        'jti has fewer than 16 characters.',
      ],
      mend: 'Make a token with a new random jti (a UUID will do) for each launch. Opening the task again helps the person.',
    },
    nl: {
      expected: 'jti moet nieuw zijn: elke launch heeft een nieuw token nodig.',
      meaning: 'De launch is al eens gebruikt, of de jti is te kort om uniek te zijn.',
      causes: [
        'De gebruiker ging terug in de browser, of laadde de pagina van de launch opnieuw.',
        'Het portaal maakte één token voor meer launches.',
        'jti heeft minder dan 16 tekens.',
      ],
      mend: 'Maak voor elke launch een token met een nieuwe, willekeurige jti (een UUID voldoet). De taak opnieuw openen helpt de gebruiker.',
    },
  },
} as const satisfies Readonly<Record<string, CheckEntry>>
