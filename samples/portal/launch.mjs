// A minimal portal: signs a launch token and makes the page that takes a browser to the app with it (HTI 2.0). Without packages, on
// Node 20.6 or newer.
//   node --env-file=portal.env launch.mjs > launch.html      and open launch.html in the browser of the person
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

const {
  FHIR_BASE,
  PLATFORM_ID,
  KEY_ID,
  PRIVATE_KEY_FILE = 'portal.pem',
  APP_ID,
  LAUNCH_URL,
  PERSON,
  TASK,
  PATIENT,
} = process.env
for (const [name, value] of Object.entries({ FHIR_BASE, PLATFORM_ID, APP_ID, LAUNCH_URL, PERSON, TASK }))
  if (!value) {
    console.error(`Set ${name}.`)
    process.exit(1)
  }

const LIFETIME_S = 300 // HTI 2.0: at most five minutes
const now = Math.floor(Date.now() / 1000)
const header = { alg: 'ES384', typ: 'JWT', ...(KEY_ID ? { kid: KEY_ID } : {}) }
const claims = {
  iss: PLATFORM_ID, // the client_id of this portal
  aud: `Device/${APP_ID}`, // the app to launch
  sub: PERSON, // the person who has to log in, such as Patient/jansen
  resource: TASK, // the task to open, such as Task/diary-1
  intent: 'order', // as in the Task
  ...(PATIENT ? { patient: PATIENT } : {}), // the patient of the task, if that is not the user
  jti: randomUUID(), // used once
  iat: now,
  exp: now + LIFETIME_S,
  'hti-version': '2.0',
}

const base64url = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = `${base64url(header)}.${base64url(claims)}`
const key = createPrivateKey(readFileSync(PRIVATE_KEY_FILE))
const signature = sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

const html = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
console.log(`<!doctype html><meta charset="utf-8"><title>Launch</title>
<form method="post" action="${html(LAUNCH_URL)}">
<input type="hidden" name="iss" value="${html(FHIR_BASE)}">
<input type="hidden" name="launch" value="${signed}.${signature}">
<button>Open the task</button>
</form>
<script>document.forms[0].submit()</script>`)
