// JSON in colours, as it came but laid out; references and links below the FHIR base lead to their request.
'use client'

import { Fragment, type ReactNode } from 'react'
import { type JsonLeaf, type JsonNode, parseJsonTree } from '#lib/fhir/json-tree.ts'
import classes from './fhir-console.module.css'

interface JsonTextProps {
  readonly text: string
  /** The address of the request that a value leads to; undefined for one that leads nowhere. */
  readonly hrefOf: (name: string, value: string) => string | undefined
  readonly follow: (value: string) => void
}

/** Longer texts are shown without colours: each value would be an element of the page. */
const MOST_COLOURED = 200 * 1024

export function JsonText({ text, hrefOf, follow }: JsonTextProps) {
  const tree = text.length > MOST_COLOURED ? undefined : treeOf(text)
  if (!tree) return <>{text}</>
  return <Value node={tree} name="" indent="" hrefOf={hrefOf} follow={follow} />
}

function treeOf(text: string): JsonNode | undefined {
  try {
    return parseJsonTree(text)
  } catch {
    return undefined
  }
}

interface ValueProps extends Omit<JsonTextProps, 'text'> {
  readonly node: JsonNode
  readonly name: string
  readonly indent: string
}

function Value({ node, name, indent, ...links }: ValueProps) {
  const deeper = `${indent}  `
  if (node.kind === 'object')
    return (
      <Lines open="{" close="}" indent={indent}>
        {node.members.map(({ name: member, written, node: value }) => (
          <Fragment key={member}>
            <span className={classes.jsonName}>{written ?? JSON.stringify(member)}</span>:{' '}
            <Value node={value} name={member} indent={deeper} {...links} />
          </Fragment>
        ))}
      </Lines>
    )
  if (node.kind === 'array')
    return (
      <Lines open="[" close="]" indent={indent}>
        {node.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of an array have no other identity
          <Value key={index} node={item} name={name} indent={deeper} {...links} />
        ))}
      </Lines>
    )
  return <Leaf leaf={node} name={name} {...links} />
}

/** Each part on a line of its own. */
function Lines({
  open,
  close,
  indent,
  children,
}: {
  readonly open: string
  readonly close: string
  readonly indent: string
  readonly children: readonly ReactNode[]
}) {
  if (children.length === 0) return <>{open + close}</>
  return (
    <>
      {open}
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change place
        <Fragment key={index}>
          {`\n${indent}  `}
          {child}
          {index < children.length - 1 ? ',' : ''}
        </Fragment>
      ))}
      {`\n${indent}${close}`}
    </>
  )
}

function Leaf({
  leaf,
  name,
  hrefOf,
  follow,
}: { readonly leaf: JsonLeaf; readonly name: string } & Omit<JsonTextProps, 'text'>) {
  if (leaf.kind !== 'string') return <span className={classes.jsonNumber}>{leaf.text}</span>
  const shown = leaf.written ?? JSON.stringify(leaf.text)
  const href = hrefOf(name, leaf.text)
  if (href === undefined) return <span className={classes.jsonString}>{shown}</span>
  return (
    <a
      className={classes.jsonLink}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        follow(leaf.text)
      }}
    >
      {shown}
    </a>
  )
}
