// The operations of a patch, of either kind, one after the other.
import type { Steps } from '../../async/steps.ts'
import { inOperation, quoted } from './patch-problem.ts'

interface Applying<Tree, Operation> {
  /** What a message calls an operation, such as `replace`. */
  readonly nameOf: (operation: Operation) => string
  readonly apply: (tree: Tree, operation: Operation) => Tree
  /** Sees each intermediate result, and may throw. */
  readonly judge: (tree: Tree) => void
}

/** The tree after all operations, in order; a step for each, since one that looks at a long list takes a while. Throws PatchProblem. */
export function* eachOperation<Tree, Operation extends { readonly path: { readonly text: string } }>(
  before: Tree,
  operations: readonly Operation[],
  { nameOf, apply, judge }: Applying<Tree, Operation>,
): Steps<Tree> {
  let tree = before
  for (const [index, operation] of operations.entries()) {
    tree = inOperation(index, `${nameOf(operation)} ${quoted(operation.path.text)}`, () => {
      const after = apply(tree, operation)
      judge(after)
      return after
    })
    yield
  }
  return tree
}
