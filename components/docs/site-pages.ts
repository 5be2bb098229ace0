// The pages of the site, to be found by name.
import { accountTexts } from '#components/account/texts.ts'
import { dataTexts } from '#components/admin/data-texts.ts'
import { frameTexts as consoleTexts } from '#components/admin/frame-texts.ts'
import { adminTexts } from '#components/admin/texts.ts'
import { tokenTexts } from '#components/admin/token-texts.ts'
import { auditTexts } from '#components/audit/texts.ts'
import { browseTexts } from '#components/browse/texts.ts'
import { connectTexts } from '#components/connect/texts.ts'
import { APP_TEXTS } from '#components/launch/app-texts.ts'
import { FACES } from '#components/launch/faces.ts'
import { composeTexts } from '#components/portal/compose/texts.ts'
import { shellTexts } from '#components/shell/texts.ts'
import { frameTexts as toolNames } from '#components/tools/frame-texts.ts'
import { toolsTexts } from '#components/tools/texts.ts'
import { TOOLS } from '#components/tools/tool-names.ts'
import { sessionTexts } from '#components/ui/session/texts.ts'
import type { Findable } from '#lib/docs/search.ts'
import type { Language } from '#lib/i18n/language.ts'
import { DEMO_APP_NAMES, DEMO_PATHS } from '#lib/launch/demo-paths.ts'
import { docsTexts } from './texts.ts'

/** A page, with the part of the console whose pages it is found with; undefined for a page of everybody. */
export interface SitePage extends Findable {
  readonly only?: 'console' | 'audit'
}

const CONSOLE = ['apps', 'roles', 'users', 'data', 'keys', 'tokens'] as const
/** A page of that name is meant before a section of the same name. */
const WEIGHT = 3

/** All pages that have no name of a record or a launch in their address. */
export function sitePages(language: Language): readonly SitePage[] {
  const shell = shellTexts[language]
  const tools = toolsTexts[language]
  const docs = docsTexts[language]
  const places = consoleTexts[language]
  const session = sessionTexts[language]
  const account = accountTexts[language]
  const { keysText, appsText, rolesText, usersText, keysAlso } = adminTexts[language]
  const about = {
    apps: appsText,
    roles: rolesText,
    users: usersText,
    data: dataTexts[language].demoTitle,
    keys: `${keysAlso} ${keysText}`,
    tokens: tokenTexts[language].about,
  }
  const page = (href: string, title: string, text = '', within = title): SitePage => ({
    ...{ kind: 'page', weight: WEIGHT },
    ...{ href, title, page: within, text },
  })
  const ofConsole = (href: string, title: string, text = ''): SitePage => ({
    ...page(href, title, text, places.title),
    only: 'console',
  })
  return [
    page('/', shell.start, shell.tagline),
    page('/portal', shell.portal),
    page('/portal/compose', composeTexts[language].title, composeTexts[language].intro, shell.portal),
    ...DEMO_APP_NAMES.map((app) =>
      page(`${DEMO_PATHS[app]}/app`, FACES[app].name[language], APP_TEXTS[app][language].about, shell.portal),
    ),
    page('/browse', shell.browse, browseTexts[language].lead),
    page('/traces', shell.traces),
    page('/connect', shell.connect, connectTexts[language].lead),
    page('/tools', shell.tools, tools.lead),
    ...TOOLS.map((tool) => page(`/tools/${tool}`, toolNames[language].names[tool], tools.about[tool], shell.tools)),
    page('/account', account.title, `${session.signOut} ${account.sessions} ${account.password}`),
    page('/docs', shell.docs),
    page('/docs/api', docs.api, docs.apiLead, shell.docs),
    page('/docs/errors', docs.errors, docs.errorsLead, shell.docs),
    ofConsole('/admin', places.overview),
    ...CONSOLE.map((name) => ofConsole(`/admin/${name}`, places[name], about[name])),
    ofConsole('/subscriptions', places.subscriptions),
    { ...page('/admin/audit', places.audit, auditTexts[language].lead), only: 'audit' },
  ]
}
