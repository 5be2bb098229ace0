// The method and the path of an operation.
import classes from './docs.module.css'

export function MethodAndPath({ method, path }: { readonly method: string; readonly path: string }) {
  return (
    <>
      <span className={classes.method} data-method={method}>
        {method.toUpperCase()}
      </span>{' '}
      <code>{path}</code>
    </>
  )
}
