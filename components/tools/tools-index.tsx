// The list of tools, each with its purpose.

import layout from '#components/ui/page/page.module.css'
import type { Language } from '#lib/i18n/language.ts'
import { frameTexts } from './frame-texts.ts'
import { toolsTexts } from './texts.ts'
import { TOOLS } from './tool-names.ts'
import classes from './tools.module.css'

export function ToolsIndex({ language }: { readonly language: Language }) {
  const texts = toolsTexts[language]
  return (
    <div className={layout.page}>
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      <ul className={`${layout.cards} ${classes.tools}`}>
        {TOOLS.map((tool) => (
          <li key={tool}>
            <a href={`/tools/${tool}`}>{frameTexts[language].names[tool]}</a>
            <p className={layout.quiet}>{texts.about[tool]}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
