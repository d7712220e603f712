import {
  type BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  InsertQueryNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
  type ValueListNode,
  ValueNode,
  type ValuesNode,
} from 'kysely'
import { snakeCase } from './letter-case.ts'
import { instantColumns, jsonColumns } from './tables.gen.ts'

/**
 * Kysely's SQL compiler. Names are camelCase in TypeScript and snake_case in SQL. Instants are epoch ms in TypeScript
 * and timestamptz in the database; values of jsonb columns are written as JSON, unless they are JSON text already. The
 * length of a list is never in the SQL text: `in ($1, $2, …)` would be a different text, and so a different prepared
 * statement and plan, for each length, where `= any ($1)` is one. The same applies to `values (…), (…)`: several rows
 * are sent as one JSON parameter instead, which, unlike `unnest`, can contain arrays beside single values.
 */
export class RowCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeCase(identifier))
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    if (!ReferenceNode.is(leftOperand)) {
      super.visitBinaryOperation(node)
      return
    }
    const stored = storedAs(columnOf(leftOperand))
    const any = anyOf(operator)
    if (any === undefined || !PrimitiveValueListNode.is(rightOperand)) {
      super.visitBinaryOperation({ ...node, rightOperand: readable(storedNode(rightOperand, stored)) })
      return
    }
    this.visitNode(leftOperand)
    this.append(any)
    this.appendValue(rightOperand.values.map(stored))
    this.append(')')
  }

  protected override visitColumnUpdate(node: ColumnUpdateNode): void {
    super.visitColumnUpdate({ ...node, value: storedNode(node.value, storedAs(columnOf(node.column))) })
  }

  /** Rows with different columns, or with an expression, are left as Kysely writes them. */
  protected override visitValues(node: ValuesNode): void {
    const insert = this.parentNode
    if (insert === undefined || !InsertQueryNode.is(insert)) {
      super.visitValues(node)
      return
    }
    const columns = insert.columns!.map(columnOf)
    const rows = node.values.filter(PrimitiveValueListNode.is)
    if (rows.length < 2 || rows.length < node.values.length) {
      const stored = columns.map(storedAs)
      super.visitValues({ ...node, values: node.values.map((row) => storedRow(row, stored)) })
      return
    }
    const table = insert.into!
    this.append('select ')
    for (const [n, column] of insert.columns!.entries()) {
      if (n > 0) this.append(', ')
      const isJson = jsonColumns.has(columns[n]!)
      // jsonb is written as text, which is a string within JSON.
      if (isJson) this.append('(')
      this.visitNode(column)
      if (isJson) this.append(" #>> '{}')::jsonb")
    }
    this.append(' from json_populate_recordset(null::')
    this.visitNode(table)
    this.append(', ')
    this.appendValue(recordsOf(columns, rows))
    this.append(')')
  }
}

/** Rows as JSON for `json_populate_recordset`. */
function recordsOf(columns: readonly string[], rows: readonly PrimitiveValueListNode[]): string {
  const names = columns.map(snakeCase)
  const stored = columns.map(storedAs)
  return JSON.stringify(
    rows.map(({ values }) => Object.fromEntries(values.map((value, n) => [names[n]!, inJson(stored[n]!(value))]))),
  )
}

/** Converts a value of a column for PostgreSQL. */
type Stored = (value: unknown) => unknown

const asItIs: Stored = (value) => value
const asTimestamp: Stored = (value) => (typeof value === 'number' ? new Date(value) : value)
const asJson: Stored = (value) => (value === null || typeof value === 'string' ? value : JSON.stringify(value))

function storedAs(column: string): Stored {
  if (instantColumns.has(column)) return asTimestamp
  return jsonColumns.has(column) ? asJson : asItIs
}

function storedNode(node: OperationNode, stored: Stored): OperationNode {
  if (stored === asItIs || !ValueNode.is(node)) return node
  return { ...node, value: stored(node.value) } as ValueNode
}

const readable = (node: OperationNode): OperationNode =>
  ValueNode.is(node) && typeof node.value === 'boolean' ? ValueNode.createImmediate(node.value) : node

function storedRow(row: ValuesNode['values'][number], stored: readonly Stored[]): ValuesNode['values'][number] {
  if (PrimitiveValueListNode.is(row))
    return PrimitiveValueListNode.create(row.values.map((value, n) => stored[n]!(value)))
  return { ...row, values: row.values.map((value, n) => storedNode(value, stored[n]!)) } as ValueListNode
}

/** Its name; '' for anything but a single column. */
function columnOf(node: OperationNode): string {
  if (ReferenceNode.is(node)) return columnOf(node.column)
  return ColumnNode.is(node) ? node.column.name : ''
}

/** Values that JSON cannot represent, as text for PostgreSQL. */
function inJson(value: unknown): unknown {
  if (typeof value === 'string' || value === null) return value
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return value.map(inJson)
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value)
  return value
}

function anyOf(operator: OperationNode): string | undefined {
  if (!OperatorNode.is(operator)) return undefined
  if (operator.operator === 'in') return ' = any ('
  return operator.operator === 'not in' ? ' <> all (' : undefined
}
