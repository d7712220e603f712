import { columns as known } from '../kernel/db/columns.ts'
import { camelCase, snakeCase } from '../kernel/db/letter-case.ts'
import { isIdName } from '../kernel/db/values/bigint.ts'
import { connect } from '../kernel/postgres/connect.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNull: boolean
  readonly hasDefault: boolean
  /** Computed by the database, so it can only be read. */
  readonly isComputed: boolean
}

const header = `// Generated from the migrated schema by \`npm run db:types\`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Columns } from './columns.ts'

/** A column with a default (or nullable): may be left out of an insert. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** jsonb of a shape that \`columns.ts\` does not tell: parsed when read, JSON text when written. */
type JsonColumn = ColumnType<unknown, string, string>
type NullableJsonColumn = ColumnType<unknown, string | null, string | null>
`

/**
 * Types in which the driver of the kernel delivers PostgreSQL types; ids stay decimal strings, dates stay YYYY-MM-DD, instants are epoch
 * ms.
 */
const scalars: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  numeric: 'number',
  text: 'string',
  timestamptz: 'number',
  tstzrange: 'string',
  uuid: 'string',
  varchar: 'string',
  xid8: 'string',
}

/** Kysely's types of every table in schema public, as the text of `kernel/db/tables.gen.ts`. */
export async function tableTypes(databaseUrl: string): Promise<string> {
  const tables = Map.groupBy(await columnsOf(databaseUrl), (column) => column.table)
  const all = [...tables.values()].flat()
  refuseStale(all)
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `export interface ${interfaceName(table)} {\n${columns.map((c) => `  ${propertyName(c.name)}: ${columnType(c)}\n`).join('')}}\n`,
  )
  const catalogue = [...tables.keys()].map((table) => `  ${propertyName(table)}: ${interfaceName(table)}\n`).join('')
  return [
    header,
    ...interfaces,
    `export interface DB {\n${catalogue}}\n`,
    setOf('instantColumns', 'timestamptz', all),
    setOf('jsonColumns', 'jsonb', all),
  ].join('\n')
}

/** The entry of `columns.ts` for a column, if there is one. */
const knownKey = ({ table, name }: Pick<Column, 'table' | 'name'>): string | undefined =>
  [`${camelCase(table)}.${camelCase(name)}`, camelCase(name)].find((key) => key in known)

/** @throws Error for an entry of `columns.ts` without a column */
function refuseStale(all: readonly Column[]): void {
  const used = new Set(all.map(knownKey))
  for (const key of Object.keys(known)) if (!used.has(key)) throw new Error(`columns.ts: no column is ${key}`)
}

/** @throws Error for a name that differs after the conversion to camelCase and back */
function propertyName(name: string): string {
  if (snakeCase(camelCase(name)) !== name) throw new Error(`${name}: not the same after camelCase and back`)
  return camelCase(name)
}

/**
 * The names of the columns of a type.
 * @throws Error when a name has that type only in some tables, because the name alone must determine it
 */
function setOf(constant: string, type: string, columns: readonly Column[]): string {
  const [names, others] = [true, false].map(
    (is) => new Set(columns.flatMap((c) => ((c.type === type) === is ? [c.name] : []))),
  )
  for (const name of names!) if (others!.has(name)) throw new Error(`${name}: ${type} in some tables only`)
  const lines = [...names!].map((name) => `  '${camelCase(name)}',\n`).toSorted()
  return `/** Columns of type ${type}, in whichever table. */\nexport const ${constant}: ReadonlySet<string> = new Set([\n${lines.join('')}])\n`
}

async function columnsOf(databaseUrl: string): Promise<Column[]> {
  await using client = await connect(databaseUrl)
  const { rows } = await client.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, t.typname AS type, NOT a.attnotnull AS "isNull",
      a.atthasdef OR a.attidentity <> '' AS "hasDefault",
      a.attgenerated <> '' OR a.attidentity = 'a' AS "isComputed"
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relname <> 'schema_migration'
    ORDER BY c.relname, a.attnum`)
  return rows
}

function columnType(column: Column): string {
  const orNull = column.isNull ? ' | null' : ''
  if (column.isComputed) return `GeneratedAlways<${valueType(column)}${orNull}>`
  const plain = valueType(column)
  const type = plain === 'JsonColumn' ? `${column.isNull ? 'Nullable' : ''}JsonColumn` : `${plain}${orNull}`
  return column.hasDefault || column.isNull ? `Generated<${type}>` : type
}

/** @throws Error for a type that is not listed, so that no query relies on a guess */
function valueType(column: Column): string {
  const { table, name, type } = column
  const list = type.startsWith('_') ? '[]' : ''
  const key = knownKey(column)
  if (key !== undefined) return `Columns['${key}']${list}`
  if (type === 'jsonb') return 'JsonColumn'
  if (type === 'int8' && !isIdName(camelCase(name))) return 'number'
  const scalar = scalars[type.replace('_', '')]
  if (scalar === undefined) throw new Error(`${table}.${name}: type ${type} is unknown to table-types.ts`)
  return `${scalar}${list}`
}

function interfaceName(table: string): string {
  return `${table.replace(/(^|_)(\w)/g, (_match, _bar, letter: string) => letter.toUpperCase())}Table`
}
