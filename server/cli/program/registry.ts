// The commands of the registry: apps, roles and accounts.

import { type Command, Option } from 'commander'
import { USER_ROLES } from '#lib/api/admin-words.ts'
import { CLIENT_KINDS } from '#lib/oauth/client-kind.ts'
import { addApp, assignRole, listApps, setAppStatus } from '../app.ts'
import { audited } from '../audited.ts'
import { setDeveloper } from '../developer.ts'
import { addAppThere, listAppsThere } from '../remote/apps.ts'
import { addRole, deleteRole, listRoles } from '../role.ts'
import { addUser, deleteUser, identifyPerson, linkUser, listUsers } from '../user.ts'
import { lockUser, makePasswordLink, showUser, signOutUser, unlockUser } from '../user-account.ts'
import type { Actions } from './actions.ts'
import { command, group, reference, repeated, required } from './command.ts'

const CONNECT = 'how-to/connect-your-app'

export function appCommands(slipway: Command, { within, reading, either }: Actions): void {
  const app = group(slipway, 'app', 'apps of the domain: those that are launched, and portals that launch')
  command(app, 'add', 'registers an app and makes the Device that stands for it', {
    examples: [
      'slipway app add --name "My app" --kind module --jwks-url http://localhost:8080/jwks \\',
      '  --launch-url http://localhost:8080/launch --redirect-uri http://localhost:8080/callback',
      'slipway app add --name "My portal" --kind platform --pem public.pem --client-id my-portal',
    ],
    docs: CONNECT,
    domain: 'folder or server',
  })
    .addOption(required('--name <name>', 'what people call it'))
    .addOption(required('--kind <kind>', 'what it does').choices(CLIENT_KINDS))
    .option('--client-id <id>', 'its client_id and Device id (default: a UUID)')
    .option('--jwks <file>', 'a file with its public keys as JWK Set')
    .option('--jwks-url <url>', 'where it publishes its JWK Set')
    .option('--pem <file>', 'a file with one public key as PEM')
    .addOption(repeated('--redirect-uri <uri>', 'where codes may go'))
    .option('--launch-url <url>', 'where launches go')
    .addOption(repeated('--webhook-origin <origin>', 'where else it may be notified'))
    .option('--logout-uri <uri>', 'where it is told that somebody signed out (backchannel_logout_uri)')
    .option('--logout-session-required', 'the logout token must name the session')
    .option('--role <role>', 'what it may do at the FHIR API')
    .option(
      '--any-task',
      'it may be launched with any task, not only with those of the person and of whom they act for',
    )
    .action(either(addAppThere, within(audited('app', 'C', addApp))))
  command(app, 'list', 'lists the apps', {
    examples: ['slipway app list', 'slipway app list --json'],
    docs: CONNECT,
    domain: 'folder or server',
  }).action(either(listAppsThere, reading(listApps)))
  command(app, 'enable <client_id>', 'approves an app', { examples: ['slipway app enable my-app'] }).action(
    within(audited('app', 'U', setAppStatus('approved'))),
  )
  command(app, 'disable <client_id>', 'disables an app: it is refused from now on', {
    examples: ['slipway app disable my-app'],
  }).action(within(audited('app', 'U', setAppStatus('disabled'))))
  command(app, 'developer <client_id> <email>', 'lets an account see the traces of an app', {
    examples: [
      'slipway app developer my-app anna@example.org',
      'slipway app developer my-app anna@example.org --remove',
    ],
    docs: CONNECT,
  })
    .option('--remove', 'no longer')
    .action(within(audited('app', 'U', setDeveloper)))
}

export function roleCommands(slipway: Command, { within, reading }: Actions): void {
  const role = group(slipway, 'role', 'roles: what an app may do at the FHIR API')
  command(role, 'add', 'adds a role, or replaces its permissions', {
    examples: [
      'slipway role add --name task-reader --permission system/Patient.rs --permission system/Task.rs',
      'slipway role add --name diary --permission system/Task.rus:own --permission system/Patient.rs:granted=other-app',
    ],
    docs: CONNECT,
  })
    .addOption(required('--name <name>', 'the name of the role'))
    .addOption(
      repeated(
        '--permission <permission>',
        'system/Task.rs for all there are, system/Task.rs:own for its own, system/Task.rs:granted=CLIENT_ID,… for those of others',
      ),
    )
    .action(within(audited('role', 'C', addRole)))
  command(role, 'list', 'lists the roles and their permissions', { examples: ['slipway role list'] }).action(
    reading(listRoles),
  )
  command(role, 'assign <name> <client_id>', 'gives an app a role in place of the one that it has', {
    examples: ['slipway role assign task-reader my-app'],
    docs: CONNECT,
  }).action(within(audited('app', 'U', assignRole)))
  command(role, 'delete <name>', 'deletes a role that no app has', { examples: ['slipway role delete diary'] }).action(
    within(audited('role', 'D', deleteRole)),
  )
}

export function userCommands(slipway: Command, { within, reading }: Actions): void {
  const user = group(slipway, 'user', 'accounts of the embedded identity provider')
  const docs = 'how-to/identity-provider'
  command(user, 'add', 'adds an account', {
    examples: [
      'slipway user add --email anna@example.org --password "a long password" --person Patient/7',
      'slipway user add --email beheer@example.org --password "a long password" --role admin',
    ],
    docs,
  })
    .addOption(required('--email <email>', 'the user name'))
    .option('--password <password>', '8 to 200 characters (better: SLIPWAY_PASSWORD, which no list of processes shows)')
    .option('--subject <sub>', 'for a person of another identity provider: the subject there, instead of a password')
    .option('--name <name>', 'the name of the person')
    .addOption(new Option('--role <role>', 'who the person is').choices(USER_ROLES).default('patient'))
    .option('--person <Type/id>', 'the resource that gets the user name as identifier', reference)
    .action(within(audited('account', 'C', addUser)))
  command(user, 'link <email>', 'lets a person of another identity provider sign in to an account here', {
    examples: ['slipway user link anna@example.org --subject 3f2a… --issuer https://idp.example.org'],
    docs,
  })
    .addOption(required('--subject <sub>', 'the subject there: /admin shows it to whoever is signed in'))
    .option('--issuer <url>', 'the provider (default: SHARED_IDP_ISSUER)')
    .option('--remove', 'no longer')
    .action(within(audited('account', 'U', linkUser)))
  command(
    user,
    'person <email> <Type/id>',
    'makes an account that of a person: the record gets the user name as identifier',
    {
      examples: ['slipway user person anna@example.org Patient/7'],
      docs,
    },
  ).action(within(audited('account', 'U', identifyPerson)))
  command(user, 'list', 'lists the accounts', { examples: ['slipway user list --search anna'] })
    .option('--search <text>', 'only accounts whose user name or name contains it')
    .action(reading(listUsers))
  command(user, 'show <email>', 'shows an account: its last log-in and its sessions', {
    examples: ['slipway user show anna@example.org'],
  }).action(reading(showUser))
  command(user, 'lock <email>', 'ends the sessions of an account: nobody can sign in with it until it is unlocked', {
    examples: ['slipway user lock anna@example.org'],
  }).action(within(audited('account', 'U', lockUser)))
  command(user, 'unlock <email>', 'lets the owner of an account sign in again', {
    examples: ['slipway user unlock anna@example.org'],
  }).action(within(audited('account', 'U', unlockUser)))
  command(user, 'sign-out <email>', 'ends the sessions of an account', {
    examples: ['slipway user sign-out anna@example.org', 'slipway user sign-out anna@example.org --session SID'],
  })
    .option('--session <sid>', 'only this one: "user show" lists them')
    .action(within(audited('account', 'U', signOutUser)))
  command(user, 'password-link <email>', 'makes a link by which the owner chooses a new password, once', {
    examples: ['slipway user password-link anna@example.org'],
  }).action(within(audited('account', 'U', makePasswordLink)))
  command(user, 'delete <email>', 'deletes an account and ends its sessions; the person stays', {
    examples: ['slipway user delete anna@example.org'],
  }).action(within(audited('account', 'D', deleteUser)))
}
