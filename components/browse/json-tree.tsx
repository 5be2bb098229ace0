// A resource as a tree whose branches can be opened and closed, also by keyboard; references are links.
'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import { useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { JsonLeaf, JsonNode } from '#lib/fhir/json-tree.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { recordTexts } from './record-texts.ts'
import { referenceHref } from './reference-target.ts'

/** Levels that are open at first: for most records these fit on a screen. */
const OPEN_LEVELS = 2
/** What is about the record and not of it, its fields in other words, and what only programs read: open where all is. */
const FOLDED: readonly string[] = ['meta', 'text', 'extension']
/** A day or a moment of FHIR (datatypes.html#dateTime). */
const WHEN = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[-+]\d{2}:\d{2}))?$/

export function JsonTree({ tree }: { readonly tree: JsonNode }) {
  const texts = useTexts(recordTexts)
  // A new key remounts the branches, opened down to the requested level.
  const [{ levels, key }, setOpen] = useState({ levels: OPEN_LEVELS, key: 0 })
  const openTo = (to: number) => setOpen({ levels: to, key: key + 1 })
  return (
    <div className={layout.section}>
      <div className={layout.actions}>
        <Button variant="default" size="sm" onClick={() => openTo(Number.POSITIVE_INFINITY)}>
          {texts.expandAll}
        </Button>
        <Button variant="default" size="sm" onClick={() => openTo(0)}>
          {texts.collapseAll}
        </Button>
      </div>
      <div key={key} className={classes.tree}>
        <Children node={tree} levels={levels} />
      </div>
    </div>
  )
}

interface BranchProps {
  readonly node: JsonNode
  /** The number of open levels below. */
  readonly levels: number
}

const childrenOf = (node: JsonNode): readonly { readonly name: string; readonly node: JsonNode }[] => {
  if (node.kind === 'object') return node.members
  return node.kind === 'array' ? node.items.map((item, index) => ({ name: String(index), node: item })) : []
}

const Children = ({ node, levels }: BranchProps) => (
  <ul>
    {childrenOf(node).map(({ name, node: child }) => (
      <li key={name}>
        {child.kind === 'object' || child.kind === 'array' ? (
          <Branch name={name} node={child} levels={levels} />
        ) : (
          <>
            <span className={classes.key}>{name}</span> <Leaf name={name} leaf={child} />
          </>
        )}
      </li>
    ))}
  </ul>
)

function Branch({ name, node, levels }: BranchProps & { readonly name: string }) {
  const texts = useTexts(recordTexts)
  return (
    <details open={levels > 0 && (levels === Number.POSITIVE_INFINITY || !FOLDED.includes(name))}>
      <summary>
        <span className={classes.key}>{name}</span>{' '}
        <span className={layout.quiet}>
          {node.kind === 'array' ? '[ ]' : '{ }'} {texts.elements(childrenOf(node).length)}
        </span>
      </summary>
      <Children node={node} levels={levels - 1} />
    </details>
  )
}

function Leaf({ name, leaf }: { readonly name: string; readonly leaf: JsonLeaf }) {
  const { fhirBase } = useBrowse()
  const href = name === 'reference' && leaf.kind === 'string' ? referenceHref(leaf.text, fhirBase) : undefined
  if (href)
    return (
      <Link href={href} prefetch={false}>
        {leaf.text}
      </Link>
    )
  if (leaf.kind === 'string' && WHEN.test(leaf.text))
    return (
      <>
        {leaf.text}{' '}
        <span className={layout.quiet}>
          (<Moment at={leaf.text} />)
        </span>
      </>
    )
  return <span className={leaf.kind === 'string' ? undefined : classes.lexeme}>{leaf.text}</span>
}
