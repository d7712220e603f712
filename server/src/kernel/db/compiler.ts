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
 * Kysely's SQL. Names are camelCase in TypeScript and snake_case in the text. Instants are epoch ms in TypeScript and
 * timestamptz in the database; what a jsonb column is given is written as JSON, unless it is JSON text already.
 *
 * The length of a list is never in the text: `in ($1, $2, …)` would be another text, and so another name and plan, for
 * each length, where `= any ($1)` is one. So would `values (…), (…)` be; several rows travel as one JSON parameter
 * instead, which carries what `unnest` cannot: arrays beside single values.
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

  /** Rows that differ in their columns, or hold an expression, stay as Kysely writes them. */
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
      // jsonb is written as text, which within JSON is a string.
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

/** Rows as the JSON that `json_populate_recordset` takes. */
function recordsOf(columns: readonly string[], rows: readonly PrimitiveValueListNode[]): string {
  const names = columns.map(snakeCase)
  const stored = columns.map(storedAs)
  return JSON.stringify(
    rows.map(({ values }) => Object.fromEntries(values.map((value, n) => [names[n]!, inJson(stored[n]!(value))]))),
  )
}

/** How a value of a column goes to PostgreSQL. */
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

/** Its name; '' for what is no single column. */
function columnOf(node: OperationNode): string {
  if (ReferenceNode.is(node)) return columnOf(node.column)
  return ColumnNode.is(node) ? node.column.name : ''
}

/** What JSON would lose, as the text that PostgreSQL reads. */
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
