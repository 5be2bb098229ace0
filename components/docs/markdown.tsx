// Markdown as React elements, from the tokens of marked: HTML in a document stays text, so nothing in it can act or be styled.
import { marked, type Token, type Tokens } from 'marked'
import type { ReactNode } from 'react'
import { isAsItIs, type OwnAddresses, withOwnAddresses } from '#lib/docs/addresses.ts'
import { NAMED_PAGES, siteAddress } from '#lib/docs/links.ts'
import { sectionsOf } from '#lib/docs/sections.ts'
import { CodeBlock } from './code-block.tsx'
import classes from './docs.module.css'

interface MarkdownProps {
  readonly text: string
  /** The anchors of its headings, in order: of a translation those of its original. */
  readonly anchors: readonly string[]
  /** The folder of docs/ that the document is in: its links are relative to it. */
  readonly folder: string
  /** The addresses that replace the examples' addresses. */
  readonly own: OwnAddresses
}

/** The document without its first heading, which the page shows itself. */
export function Markdown({ text, anchors, folder, own }: MarkdownProps) {
  const tokens = marked.lexer(text)
  const written = sectionsOf(text).map(({ anchor }) => `#${anchor}`)
  // Headings are tokens of the top level.
  for (const [at, token] of tokens.filter(isHeading).entries()) Object.assign(token, { anchor: anchors[at] ?? '' })
  marked.walkTokens(tokens, (token) => {
    placeOn(token, folder, own)
    const at = 'href' in token ? written.indexOf(token.href) : -1
    if (at >= 0) Object.assign(token, { href: `#${anchors[at]}` })
  })
  return (
    <div className={classes.prose}>{blocks(tokens.filter((token) => !(isHeading(token) && token.depth === 1)))}</div>
  )
}

interface AnchoredHeading extends Tokens.Heading {
  readonly anchor?: string
}

const isHeading = (token: Token): token is AnchoredHeading => token.type === 'heading'

/** Gives a token the addresses of this site. A block of code that says `as-is` is about another domain. */
function placeOn(token: Token, folder: string, own: OwnAddresses): void {
  if ('href' in token) Object.assign(token, { href: siteAddress(token.href, folder) ?? '' })
  const asItIs = token.type === 'code' && isAsItIs(token.lang ?? '')
  if ('text' in token && !('tokens' in token && token.tokens) && !asItIs)
    Object.assign(token, { text: withOwnAddresses(String(token.text), own) })
}

const blocks = (tokens: readonly Token[], inLink = false): ReactNode[] =>
  placed(tokens, ({ raw }) => raw).map(({ at, item }) => <Block key={at} token={item} inLink={inLink} />)

/** Each item with its starting position, as a unique key. */
function placed<Item>(items: readonly Item[], textOf: (item: Item) => string) {
  let next = 0
  return items.map((item) => {
    const at = next
    next += textOf(item).length + 1
    return { at, item }
  })
}

const children = (token: Token, inLink = false): ReactNode[] =>
  blocks('tokens' in token ? (token.tokens ?? []) : [], inLink)

function Block({ token, inLink }: { readonly token: Token; readonly inLink: boolean }): ReactNode {
  const known = token as Tokens.Generic & Token
  switch (known.type) {
    case 'heading':
      return <Heading heading={token as AnchoredHeading} />
    case 'paragraph':
      return <p>{children(token)}</p>
    case 'list':
      return <List list={token as Tokens.List} />
    case 'code':
      return <CodeBlock text={(token as Tokens.Code).text} drawing={(token as Tokens.Code).lang === 'diagram'} />
    case 'codespan':
      return <CodeSpan text={(token as Tokens.Codespan).text} inLink={inLink} />
    case 'strong':
      return <strong>{children(token, inLink)}</strong>
    case 'em':
      return <em>{children(token, inLink)}</em>
    case 'link':
      return <Link link={token as Tokens.Link} />
    case 'image':
      return <Picture image={token as Tokens.Image} />
    case 'table':
      return <Table table={token as Tokens.Table} />
    case 'blockquote':
      return <blockquote>{children(token)}</blockquote>
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'space':
      return null
    default:
      return 'tokens' in token && token.tokens
        ? children(token, inLink)
        : 'text' in token
          ? String(token.text)
          : token.raw
  }
}

function Heading({ heading }: { readonly heading: AnchoredHeading }) {
  const { depth, anchor } = heading
  const Level = depth <= 2 ? 'h2' : depth === 3 ? 'h3' : 'h4'
  return (
    <Level id={anchor} className={classes.heading}>
      <a href={`#${anchor}`}>{children(heading, true)}</a>
    </Level>
  )
}

/** The address of a page leads there, but within a link that leads elsewhere. */
function CodeSpan({ text, inLink }: { readonly text: string; readonly inLink: boolean }) {
  const code = <code>{text}</code>
  return !inLink && NAMED_PAGES.includes(text) ? <a href={text}>{code}</a> : code
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = placed(list.items, ({ raw }) => raw).map(({ at, item }) => <li key={at}>{blocks(item.tokens)}</li>)
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

/** Only web addresses and addresses of this site are links; files that are only in the repository are named. */
function Link({ link }: { readonly link: Tokens.Link }) {
  return /^(https?:\/\/|\/|#)/.test(link.href) ? (
    <a href={link.href}>{children(link, true)}</a>
  ) : (
    <span>{children(link)}</span>
  )
}

function Picture({ image }: { readonly image: Tokens.Image }) {
  // biome-ignore lint/performance/noImgElement: a picture of the site's own, in the one size that there is
  return /^\/docs\/images\//.test(image.href) ? <img src={image.href} alt={image.text} loading="lazy" /> : image.text
}

/** A head of a column says something: an empty one would be read out as one. */
const isHead = ({ text }: Tokens.TableCell): boolean => text.trim() !== ''

function Table({ table }: { readonly table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={classes.table} tabIndex={0}>
      <table>
        {table.header.some(isHead) && (
          <thead>
            <tr>
              {placed(table.header, ({ text }) => text).map(({ at, item }) =>
                isHead(item) ? (
                  <th key={at} scope="col">
                    {blocks(item.tokens)}
                  </th>
                ) : (
                  <td key={at} />
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.map(({ text }) => text).join('|')}>
              {placed(row, ({ text }) => text).map(({ at, item }) => (
                <td key={at}>{blocks(item.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
