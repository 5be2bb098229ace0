// Markdown as React elements, from the tokens of marked: HTML in a document stays text, so nothing in it can act or be styled.
import { marked, type Token, type Tokens } from 'marked'
import type { ReactNode } from 'react'
import classes from './docs.module.css'

/** The document without its first heading, which the page shows itself. */
export function Markdown({ text }: { readonly text: string }) {
  const tokens = marked.lexer(text).filter((token) => !(token.type === 'heading' && token['depth'] === 1))
  return <div className={classes.prose}>{blocks(tokens)}</div>
}

const blocks = (tokens: readonly Token[]): ReactNode[] =>
  placed(tokens, ({ raw }) => raw).map(({ at, item }) => <Block key={at} token={item} />)

/** Each item with the place where it begins, which names it among its equals. */
function placed<Item>(items: readonly Item[], textOf: (item: Item) => string) {
  let next = 0
  return items.map((item) => {
    const at = next
    next += textOf(item).length + 1
    return { at, item }
  })
}

const children = (token: Token): ReactNode[] => blocks('tokens' in token ? (token.tokens ?? []) : [])

function Block({ token }: { readonly token: Token }): ReactNode {
  const known = token as Tokens.Generic & Token
  switch (known.type) {
    case 'heading':
      return known['depth'] === 2 ? <h2>{children(token)}</h2> : <h3>{children(token)}</h3>
    case 'paragraph':
      return <p>{children(token)}</p>
    case 'list':
      return <List list={token as Tokens.List} />
    case 'code':
      return <Code text={(token as Tokens.Code).text} />
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>
    case 'strong':
      return <strong>{children(token)}</strong>
    case 'em':
      return <em>{children(token)}</em>
    case 'link':
      return <Link link={token as Tokens.Link} />
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
      return 'tokens' in token && token.tokens ? children(token) : 'text' in token ? String(token.text) : token.raw
  }
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = placed(list.items, ({ raw }) => raw).map(({ at, item }) => <li key={at}>{blocks(item.tokens)}</li>)
  return list.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
}

export function Code({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}

/** Only addresses of the web and of this site lead anywhere. */
function Link({ link }: { readonly link: Tokens.Link }) {
  return /^(https?:\/\/|\/|#)/.test(link.href) ? (
    <a href={link.href}>{children(link)}</a>
  ) : (
    <span>{children(link)}</span>
  )
}

function Table({ table }: { readonly table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell) => (
            <th key={cell.text}>{blocks(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
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
  )
}
