import {
  type BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
} from 'kysely'

/**
 * Kysely's SQL, the values of a list never in its text: `in ($1, $2, …)` would be another text, and so another name and
 * plan, for each length, where `= any ($1)` is one.
 */
export class ListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const any = anyOf(node.operator)
    const { leftOperand, rightOperand } = node
    if (any === undefined || !ReferenceNode.is(leftOperand) || !PrimitiveValueListNode.is(rightOperand)) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(leftOperand)
    this.append(any)
    this.appendValue([...rightOperand.values])
    this.append(')')
  }
}

function anyOf(operator: OperationNode): string | undefined {
  if (!OperatorNode.is(operator)) return undefined
  if (operator.operator === 'in') return ' = any ('
  return operator.operator === 'not in' ? ' <> all (' : undefined
}
