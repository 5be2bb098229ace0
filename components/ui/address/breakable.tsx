// A text with addresses, which breaks after a part of an address and not inside a word.
import { Fragment } from 'react'

/** `text`, which may break after each part of an address. */
export const Breakable = ({ text }: { readonly text: string }) =>
  partsOf(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** A text in pieces, each with the slash, question mark, ampersand or equals sign that ends it; together they are the text. */
export const partsOf = (text: string): readonly string[] => text.split(/(?<=[/?&=])(?=[^/\s])/)
