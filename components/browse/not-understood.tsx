// An address of the record browser that leads to nothing: what in it was not understood, and where one may have wanted to go.
import layout from '#components/ui/page/page.module.css'
import { isResourceId, isTypeName } from '#lib/fhir/reference.ts'
import { likeType } from './like-type.ts'
import type { BrowseTexts } from './texts.ts'

interface NotUnderstoodProps {
  /** Such as `/browse/patients/7`. */
  readonly pathname: string
  /** The types that the domain serves. */
  readonly types: readonly string[]
  readonly texts: BrowseTexts
}

/** The page of an address below /browse that no page has. */
export function NotUnderstood({ pathname, types, texts }: NotUnderstoodProps) {
  const [, , type = '', id = '', more = ''] = pathname.split('/').map(decoded)
  return (
    <div className={layout.page}>
      <h1>{texts.notUnderstood}</h1>
      {!isTypeName(type) ? (
        <p>{texts.noTypeName(type)}</p>
      ) : isResourceId(id) ? (
        <p>
          {texts.nothingBelow(more)} <a href={`/browse/${type}/${id}`}>{`${type}/${id}`}</a>
        </p>
      ) : (
        <p>
          {texts.noId(id)} <a href={`/browse/${type}`}>{texts.listOf(type)}</a>
        </p>
      )}
      <LikeTypes type={type} types={types} texts={texts} />
    </div>
  )
}

interface LikeTypesProps extends Omit<NotUnderstoodProps, 'pathname'> {
  readonly type: string
}

/** The types that may have been meant, and all of them. */
export function LikeTypes({ type, types, texts }: LikeTypesProps) {
  const like = likeType(type, types)
  return (
    <>
      {like.length > 0 && (
        <p className={layout.actions}>
          {texts.didYouMean}
          {like.map((one) => (
            <a key={one} href={`/browse/${one}`}>
              {one}
            </a>
          ))}
        </p>
      )}
      <p>
        <a href="/browse">{texts.allTypes}</a>
      </p>
    </>
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
