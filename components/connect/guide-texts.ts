// Texts of the guide from a registered app to its first launch.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  saved: (name: string) => `The registration of ${name} is saved. It applies from the app’s next request.`,
  edit: 'Change this app',
  remove: 'Remove',
  removeSure: (name: string) => `Remove ${name}?`,
  removeText:
    'Its tokens are refused at once. This cannot be undone: an app that you register later gets another client_id.',
  removeYes: 'Remove the app',
  clientId: 'client_id',
  steps: {
    key: 'Your key',
    env: 'Settings',
    code: 'A sample that works',
    watch: 'What arrives here',
  },
  keySave: 'Save the private key now. It was created in this browser, is not on any server, and cannot be shown again.',
  downloadKey: 'Download private.pem',
  keyElsewhere: 'You keep the private key yourself. Registered here:',
  keyAt: 'Your keys are fetched from:',
  openIt:
    'Run the sample, and open launch.html at once: a launch token is valid for five minutes, and once. Sign in as the person in PERSON.',
  /** By the kind in kinds.ts. */
  of: {
    module: {
      env: 'Put this in a file app.env, next to private.pem.',
      code: 'One file with the whole launch: receive it, authorize, exchange the code, verify the id_token, read FHIR. It signs with RS384.',
      launch: 'Launch it',
      seen: {
        jwks: 'Your keys were fetched',
        launch: 'The portal sent the launch',
        authorize: 'Your app called authorize',
        code: 'Your app exchanged the code',
        bearer: 'Your app requested its own token',
        read: 'Your app read FHIR',
        write: 'Your app wrote to FHIR',
      },
      works: 'It works: your app was launched, and read FHIR.',
      refused: 'Launched and reads; writing was refused.',
      next: {
        '/docs/how-to/complete-a-task': 'Complete a task from your app',
        '/docs/how-to/test-in-ci': 'Try every failure on your app',
      },
      wroteToo: 'It works: your app was launched, read FHIR and wrote to it.',
      nextToo: {
        '/docs/how-to/test-in-ci': 'Try every failure on your app',
        '/docs/how-to/get-notified': 'Get notified of changes',
      },
      nothing:
        'Check that the app runs, that the launch URL is exactly right, and that the app answers the POST with a redirect to authorization_endpoint. Read what the app prints. You can check a token in the tools.',
    },
    platform: {
      env: 'Put this in a file portal.env, next to private.pem. PERSON opens TASK; that person has to sign in.',
      code: 'One file that signs a launch token and writes the page that takes a browser to the app. It signs with ES384.',
      launch: 'Open a task with it',
      seen: {
        jwks: 'Your keys were fetched',
        launch: 'The portal sent the launch',
        authorize: 'The app brought your launch token, and it was checked',
        code: 'The person signed in, and the app was opened',
        bearer: 'Your portal requested its own token',
        read: 'Your portal read FHIR',
        write: 'Your portal wrote to FHIR',
      },
      works: 'It works: your launch token was accepted, and the app is open.',
      refused: 'Your launch token was accepted, and the app is open; writing was refused.',
      next: { '/docs/how-to/connect-your-portal': 'People, tasks and the rest of a portal' },
      wroteToo: 'It works: your launch token was accepted, the app is open, and your portal wrote to FHIR.',
      nextToo: { '/docs/how-to/connect-your-portal': 'People, tasks and the rest of a portal' },
      nothing:
        'Check that LAUNCH_URL is the launch URL of the app, that launch.html was made less than five minutes ago, and that it is opened in a browser. You can check a launch token in the tools.',
    },
  },
  notRunning: 'Your app does not answer',
  notRunningText:
    'This server asked there and got no answer. Start the app, with the command above or your own, and look again. If it runs elsewhere, change its addresses below.',
  lookAgain: 'Look again',
  openLaunchUrl: 'Open the launch URL.',
  openLaunchUrlText:
    'Any answer of the app, even an error, says that it runs. If the browser cannot connect, start the app.',
  languages: { node: 'Node', python: 'Python', java: 'Java', dotnet: '.NET' },
  needs: {
    node: 'Node 20.6 or newer, no packages.',
    python: 'Python 3.9 or newer (on Windows: py app.py); signing needs: pip install cryptography',
    java: 'Java 17 or newer, no packages.',
    dotnet: '.NET 8 or newer, no packages; put App.csproj next to it.',
  },
  run: 'Run',
  zipText: (files: readonly string[], hasKey: boolean) =>
    `Everything to unpack and run: ${files.join(', ')}.${hasKey ? '' : ' Put private.pem next to them.'}`,
  download: (file: string) => `Download ${file}`,
  launchText:
    'The portal opens a task in your app, in a new tab. Start the app first. Sign in as the person the launch is for.',
  notApproved: 'The app must be approved before it can be launched.',
  noPerson: 'No patient or practitioner is linked to your account, so there is nobody to launch for.',
  noTasks: 'You have no open task.',
  noPersonOfOwn: 'No patient or practitioner is linked to your account: fill in the person and the task yourself.',
  noTaskOfOwn: 'You have no open task, so TASK, APP_ID and LAUNCH_URL are to be filled in.',
  noTasksOfPatient: 'This patient has no open task. Choose another one, or give a task at the portal.',
  toPortal: 'To the portal',
  patient: 'Patient',
  task: 'Task',
  launch: 'Launch my app',
  watchText: 'Each step is ticked off when it happens. Keep this page open next to your app.',
  waiting: 'not seen yet',
  done: 'seen',
  failed: 'refused',
  at: (time: string) => `at ${time}`,
  expected: 'Expected:',
  more: 'What this error means',
  toTraces: 'See every request and every check',
  untraced:
    'What your app reads is there if it sends X-Trace-Id: the jti of the launch token, or an id of its own. Refusals and the first writes are always there.',
  nothing: 'Nothing arrives?',
  toTools: 'To the tools',
  reconnecting: 'There is no connection to the server. Trying again.',
  giveRight: { complete_tasks: 'Let this app complete tasks', be_notified: 'Let this app be notified' },
  askForRight: { complete_tasks: 'Ask to complete tasks', be_notified: 'Ask to be notified' },
  pressFirst: (button: string) => `First give it the right, by the button above: ${button}.`,
  rightGiven: 'The app may do this now. Get a new token, and try again.',
  rightAsked: 'The app asks for this. An administrator decides, by its role.',
}

const nl: typeof en = {
  saved: (name) => `De registratie van ${name} is opgeslagen. Die geldt vanaf het volgende verzoek van de app.`,
  edit: 'Deze app wijzigen',
  remove: 'Verwijderen',
  removeSure: (name) => `${name} verwijderen?`,
  removeText:
    'De tokens van de app worden meteen geweigerd. Dit is niet terug te draaien: een app die je later registreert, krijgt een andere client_id.',
  removeYes: 'App verwijderen',
  clientId: 'client_id',
  steps: {
    key: 'Je sleutel',
    env: 'Instellingen',
    code: 'Een voorbeeld dat werkt',
    watch: 'Wat hier aankomt',
  },
  keySave:
    'Bewaar de private sleutel nu. Hij is in deze browser gemaakt, staat op geen server, en is niet nog eens te tonen.',
  downloadKey: 'private.pem downloaden',
  keyElsewhere: 'De private sleutel bewaar je zelf. Hier geregistreerd:',
  keyAt: 'Je sleutels worden opgehaald bij:',
  openIt:
    'Start het voorbeeld en open launch.html meteen: een launch-token geldt vijf minuten, en één keer. Log in als de persoon in PERSON.',
  /** By the kind in kinds.ts. */
  of: {
    module: {
      env: 'Zet dit in een bestand app.env, naast private.pem.',
      code: 'Eén bestand met de hele launch: ontvangen, autoriseren, de code inwisselen, het id_token verifiëren, FHIR lezen. Het ondertekent met RS384.',
      launch: 'Open je app',
      seen: {
        jwks: 'Je sleutels zijn opgehaald',
        launch: 'Het portaal stuurde de launch',
        authorize: 'Je app riep authorize aan',
        code: 'Je app wisselde de code in',
        bearer: 'Je app vroeg een eigen token',
        read: 'Je app las FHIR',
        write: 'Je app schreef in FHIR',
      },
      works: 'Het werkt: je app is geopend, en heeft FHIR gelezen.',
      refused: 'Geopend en leest; schrijven is geweigerd.',
      next: {
        '/docs/how-to/complete-a-task': 'Een taak afronden vanuit je app',
        '/docs/how-to/test-in-ci': 'Elke fout op je app proberen',
      },
      wroteToo: 'Het werkt: je app is geopend, heeft FHIR gelezen en erin geschreven.',
      nextToo: {
        '/docs/how-to/test-in-ci': 'Elke fout op je app proberen',
        '/docs/how-to/get-notified': 'Melding krijgen van wijzigingen',
      },
      nothing:
        'Kijk of de app draait, of de launch-URL precies klopt, en of de app de POST beantwoordt met een redirect naar authorization_endpoint. Lees wat de app zelf meldt. Een token kun je controleren bij het gereedschap.',
    },
    platform: {
      env: 'Zet dit in een bestand portal.env, naast private.pem. PERSON opent TASK, en moet zelf inloggen.',
      code: 'Eén bestand dat een launch-token ondertekent en de pagina schrijft die een browser naar de app brengt. Het ondertekent met ES384.',
      launch: 'Open er een taak mee',
      seen: {
        jwks: 'Je sleutels zijn opgehaald',
        launch: 'Het portaal stuurde de launch',
        authorize: 'De app bracht je launch-token, en het is gecontroleerd',
        code: 'De persoon logde in, en de app is geopend',
        bearer: 'Je portaal vroeg een eigen token',
        read: 'Je portaal las FHIR',
        write: 'Je portaal schreef in FHIR',
      },
      works: 'Het werkt: je launch-token is geaccepteerd, en de app is geopend.',
      refused: 'Je launch-token is geaccepteerd, en de app is geopend; schrijven is geweigerd.',
      next: { '/docs/how-to/connect-your-portal': 'Mensen, taken en de rest van een portaal' },
      wroteToo: 'Het werkt: je launch-token is geaccepteerd, de app is geopend, en je portaal schreef in FHIR.',
      nextToo: { '/docs/how-to/connect-your-portal': 'Mensen, taken en de rest van een portaal' },
      nothing:
        'Kijk of LAUNCH_URL de launch-URL van de app is, of launch.html minder dan vijf minuten oud is, en of die in een browser is geopend. Een launch-token kun je controleren bij het gereedschap.',
    },
  },
  notRunning: 'Je app antwoordt niet',
  notRunningText:
    'Deze server vroeg daar iets en kreeg geen antwoord. Start de app, met de opdracht hierboven of je eigen, en kijk opnieuw. Draait die ergens anders, wijzig dan hieronder de adressen.',
  lookAgain: 'Opnieuw kijken',
  openLaunchUrl: 'Open de launch-URL.',
  openLaunchUrlText:
    'Elk antwoord van de app, ook een fout, zegt dat hij draait. Kan de browser geen verbinding maken, start dan de app.',
  languages: { node: 'Node', python: 'Python', java: 'Java', dotnet: '.NET' },
  needs: {
    node: 'Node 20.6 of nieuwer, geen pakketten.',
    python: 'Python 3.9 of nieuwer (op Windows: py app.py); ondertekenen vraagt: pip install cryptography',
    java: 'Java 17 of nieuwer, geen pakketten.',
    dotnet: '.NET 8 of nieuwer, geen pakketten; zet App.csproj ernaast.',
  },
  run: 'Starten',
  zipText: (files, hasKey) =>
    `Alles om uit te pakken en te starten: ${files.join(', ')}.${hasKey ? '' : ' Zet private.pem ernaast.'}`,
  download: (file) => `${file} downloaden`,
  launchText:
    'Het portaal opent een taak in je app, in een nieuw tabblad. Start eerst de app. Je logt in als de persoon voor wie de launch is.',
  notApproved: 'De app moet goedgekeurd zijn voordat je hem kunt openen.',
  noPerson: 'Er hoort geen patiënt of behandelaar bij je account, dus er is niemand om een taak voor te openen.',
  noTasks: 'Je hebt geen open taak.',
  noPersonOfOwn: 'Er hoort geen patiënt of behandelaar bij je account: vul de persoon en de taak zelf in.',
  noTaskOfOwn: 'Je hebt geen open taak, dus TASK, APP_ID en LAUNCH_URL zijn nog in te vullen.',
  noTasksOfPatient: 'Deze patiënt heeft geen open taak. Kies een andere, of geef er een in het portaal.',
  toPortal: 'Naar het portaal',
  patient: 'Patiënt',
  task: 'Taak',
  launch: 'Open mijn app',
  watchText: 'Elke stap wordt vanzelf afgevinkt. Houd deze pagina open naast je app.',
  waiting: 'nog niet gezien',
  done: 'gezien',
  failed: 'geweigerd',
  at: (time) => `om ${time}`,
  expected: 'Verwacht:',
  more: 'Wat deze fout betekent',
  toTraces: 'Bekijk elk verzoek en elke controle',
  untraced:
    'Wat je app leest, staat er als hij X-Trace-Id meestuurt: de jti van het launch-token, of een eigen id. Weigeringen en de eerste schrijfverzoeken staan er altijd.',
  nothing: 'Komt er niets aan?',
  toTools: 'Naar het gereedschap',
  reconnecting: 'Er is geen verbinding met de server; het wordt opnieuw geprobeerd.',
  giveRight: { complete_tasks: 'Deze app taken laten afronden', be_notified: 'Deze app meldingen laten krijgen' },
  askForRight: { complete_tasks: 'Vragen om taken af te ronden', be_notified: 'Vragen om meldingen te krijgen' },
  pressFirst: (button) => `Geef het recht eerst, met de knop hierboven: ${button}.`,
  rightGiven: 'De app mag dit nu. Haal een nieuw token en probeer het opnieuw.',
  rightAsked: 'De app vraagt hierom. Een beheerder beslist erover, met de rol.',
}

export const guideTexts: Catalogue<typeof en> = { en, nl }
