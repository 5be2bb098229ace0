// The operations of a patch, of either kind, one after the other.
import type { Steps } from '../../async/steps.ts'
import { ofOperation, quoted } from './patch-problem.ts'

interface Applying<Tree, Operation> {
  /** What a message calls an operation, such as `replace`. */
  readonly nameOf: (operation: Operation) => string
  readonly apply: (tree: Tree, operation: Operation) => Steps<Tree>
  /** Sees each intermediate result, and may throw. */
  readonly judge: ((tree: Tree) => Steps<void>) | undefined
}

/** The tree after all operations, in order, in the steps of each. Throws PatchProblem. */
export function* eachOperation<Tree, Operation extends { readonly path: { readonly text: string } }>(
  before: Tree,
  operations: readonly Operation[],
  { nameOf, apply, judge }: Applying<Tree, Operation>,
): Steps<Tree> {
  let tree = before
  for (const [index, operation] of operations.entries()) {
    try {
      tree = yield* apply(tree, operation)
      if (judge) yield* judge(tree)
    } catch (error) {
      throw ofOperation(index, `${nameOf(operation)} ${quoted(operation.path.text)}`, error)
    }
  }
  return tree
}
