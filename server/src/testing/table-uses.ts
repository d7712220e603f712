import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { camelCase } from '../kernel/db/letter-case.ts'
import { modules, type Source } from './modules.ts'

/*
 * Which feature reads and writes which tables: found in Kysely's statements, in SQL texts and in the functions of migrations. Comments are
 * left out. A table is one of the generated types, so that names of `with` and of columns are none.
 */

const src = join(import.meta.dirname, '..')
const migrations = join(src, '../migrations')

/** All tables, in the letter case of the types. */
export const tables: ReadonlySet<string> = new Set(
  [
    ...readFileSync(join(src, 'kernel/db/tables.gen.ts'), 'utf8')
      .split('export interface DB {')[1]!
      .matchAll(/^ {2}(\w+): /gm),
  ].map(([, name]) => name!),
)

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--).*$/gm

const KYSELY_WRITE = /(?:\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\bsaveRow\(ctx,)\s*(?:'(\w+)')?/g
const TEXT_WRITE =
  /(?<!\b(?:for|for no key|do) )\b(?:insert into|update|delete from|merge into|truncate) (?:only )?"?([a-z_]+|\$)/g

/** Sources whose statements work on several tables of one shape, named in a type. */
const severalTables: Readonly<Record<string, readonly string[]>> = {
  'kernel/db/save-row.ts': [],
  'pricing/terms/store.ts': ['serviceItem', 'feeConfig', 'cancelRule', 'depositPolicy', 'damagePrice'],
}

/** The tables that a source writes, once for each statement; `?` where a statement names none. */
export const writtenBy = ({ path, text }: Source): string[] =>
  [
    ...[...text.matchAll(KYSELY_WRITE)].map(([, name]) => name ?? '?'),
    ...[...text.matchAll(TEXT_WRITE)].map(([, name]) => (name === '$' ? '?' : camelCase(name!))),
  ].flatMap((name) => (name === '?' ? (severalTables[path] ?? [name]) : tables.has(name) ? [name] : []))

const KYSELY_READ =
  /\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|innerJoinLateral|leftJoinLateral|from|using)\(\s*(?:'(\w+)|\[([^\]]*)\])/g
/** A name with its alias, as it stands in a list of `from`. */
const ITEM = '(?:only )?"?[a-z_]+"?(?: (?:as )?[a-z]\\w*)?'
const TEXT_READ = new RegExp(
  `(?<!\\b(?:delete|distinct) )\\b(?:from|join|using)\\s+(${ITEM}(?:\\s*,\\s*${ITEM})*)`,
  'g',
)

/** The tables that a source reads, once for each time it names one. */
export function readBy(text: string): string[] {
  const bare = text.replaceAll(COMMENT, '')
  const named = [...bare.matchAll(KYSELY_READ)].flatMap(([, one, several]) =>
    one === undefined ? [...several!.matchAll(/'(\w+)/g)].map(([, name]) => name!) : [one],
  )
  const inText = [...bare.matchAll(TEXT_READ)].flatMap(([, list]) =>
    list!.split(',').map((item) => camelCase(/^\s*(?:only )?"?([a-z_]+)/.exec(item)![1]!)),
  )
  return [...named, ...inText].filter((name) => tables.has(name))
}

/** The feature of a path with its module, `money/payment`; undefined for what is in no module. */
export const featureAt = (path: string): string | undefined => {
  const [module, feature] = path.split('/')
  return modules.includes(module!) ? `${module}/${feature!.replace(/\.ts$/, '')}` : undefined
}

const heightOf = (feature: string): number => modules.indexOf(feature.split('/')[0]!)

export interface Migration {
  /** Without its ending. */
  readonly name: string
  readonly text: string
}

export const allMigrations = (): Migration[] =>
  readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ name: file.replace('.sql', ''), text: readFileSync(join(migrations, file), 'utf8') }))

const FUNCTION = /create (?:or replace )?function (\w+)\s*\([^$]*\$\$([\s\S]*?)\$\$/g

/**
 * The functions of migrations as sources of `module/database`: the name of a file begins with its module. Of a function that is written
 * again the last text counts, in the module that wrote it first.
 * @throws of a migration with functions whose name begins with no module
 */
export function functionsOf(all: readonly Migration[]): Source[] {
  const found = new Map<string, Source>()
  for (const { name, text } of all)
    for (const [, called, body] of text.replaceAll(COMMENT, '').matchAll(FUNCTION)) {
      const module = name.split('_')[1]!
      if (module !== 'kernel' && !modules.includes(module)) throw new Error(`${name} is of no module`)
      const path = found.get(called!)?.path ?? `${module}/database/${called}`
      found.set(called!, { path, text: body! })
    }
  return [...found.values()]
}

/** The feature that owns each table: the one that writes it in TypeScript, else the lowest module whose functions write it. */
export function ownersOf(sources: readonly Source[], functions: readonly Source[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const source of [...sources, ...functions.toSorted((a, b) => heightOf(a.path) - heightOf(b.path))]) {
    const feature = featureAt(source.path)
    if (feature === undefined) continue
    for (const table of writtenBy(source)) if (!owners.has(table)) owners.set(table, feature)
  }
  return owners
}

/** How often each feature reads tables of a feature in a higher module, by `module/feature → module/feature`. */
export function upwardReads(
  sources: readonly Source[],
  owners: ReadonlyMap<string, string>,
): Readonly<Record<string, number>> {
  const pairs: Record<string, number> = {}
  for (const { path, text } of sources) {
    const from = featureAt(path)
    if (from === undefined) continue
    for (const table of readBy(text)) {
      const to = owners.get(table)
      if (to === undefined || heightOf(to) <= heightOf(from)) continue
      pairs[`${from} → ${to}`] = (pairs[`${from} → ${to}`] ?? 0) + 1
    }
  }
  return pairs
}
