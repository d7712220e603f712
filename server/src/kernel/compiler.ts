import {
  type BinaryOperationNode,
  InsertQueryNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
  type ValuesNode,
} from 'kysely'
import { jsonColumns } from './tables.gen.ts'

/**
 * Kysely's SQL, the length of a list never in its text: `in ($1, $2, …)` would be another text, and so another name and
 * plan, for each length, where `= any ($1)` is one. So would `values (…), (…)` be; several rows travel as one JSON
 * parameter instead, which carries what `unnest` cannot: arrays beside single values.
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

  /** Rows that differ in their columns, or hold an expression, stay as Kysely writes them. */
  protected override visitValues(node: ValuesNode): void {
    const insert = this.parentNode
    const rows = node.values.filter(PrimitiveValueListNode.is)
    if (rows.length < 2 || rows.length < node.values.length || insert === undefined || !InsertQueryNode.is(insert)) {
      super.visitValues(node)
      return
    }
    const table = insert.into!
    const columns = insert.columns!.map(({ column }) => column.name)
    this.append('select ')
    for (const [n, column] of insert.columns!.entries()) {
      if (n > 0) this.append(', ')
      const isJson = jsonColumns.has(`${table.table.identifier.name}.${columns[n]}`)
      // jsonb is written as text, which within JSON is a string.
      if (isJson) this.append('(')
      this.visitNode(column)
      if (isJson) this.append(" #>> '{}')::jsonb")
    }
    this.append(' from json_populate_recordset(null::')
    this.visitNode(table)
    this.append(', ')
    this.appendValue(JSON.stringify(rows.map(({ values }) => record(columns, values))))
    this.append(')')
  }
}

function record(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [n, name] of columns.entries()) fields[name] = asJson(values[n])
  return fields
}

/** What JSON would lose, as the text that PostgreSQL reads. */
function asJson(value: unknown): unknown {
  if (typeof value === 'string' || value === null) return value
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value)
  return value
}

function anyOf(operator: OperationNode): string | undefined {
  if (!OperatorNode.is(operator)) return undefined
  if (operator.operator === 'in') return ' = any ('
  return operator.operator === 'not in' ? ' <> all (' : undefined
}
