import { type Node, type ParseResult, parse } from 'libpg-query'

/*
 * What a migration takes from a program that does not know it: the server of the release before still runs on the new
 * schema while a cluster is upgraded machine by machine (docs/operations.md).
 */

/** Dropping these changes how quickly something is found, never whether it works. */
const harmlessDrops = new Set(['OBJECT_INDEX'])
/** Comes back under its name in the same file: replaced, not taken away. */
const replaceable = new Set(['OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_FUNCTION', 'OBJECT_VIEW'])

/** The words that a check allows a column, by `table.column`. */
export type AllowedWords = ReadonlyMap<string, ReadonlySet<string>>

const nodesOf = async (sql: string): Promise<Node[]> =>
  (((await parse(sql)) as ParseResult).stmts ?? []).map(({ stmt }) => stmt as Node)

/**
 * @param sql a migration
 * @param allowed what the migrations before it allow, so that a check that only allows more is known
 * @returns one line for each statement that may break a program written before it; what it creates itself is nobody's yet
 */
export async function breaksIn(sql: string, allowed: AllowedWords = new Map()): Promise<string[]> {
  const nodes = await nodesOf(sql)
  const own = new Set(nodes.flatMap(created))
  const left = new Set(nodes.flatMap(leftNull))
  return nodes.flatMap((node) => breakOf(node, own, left, allowed))
}

/** Columns, as `table.column`, that a program which does not know them leaves null: no key over one of them refuses its rows. */
function leftNull(node: Node): string[] {
  if (!('AlterTableStmt' in node)) return []
  const { relation, cmds = [] } = node.AlterTableStmt
  return cmds.flatMap((command) => {
    const column = 'AlterTableCmd' in command && command.AlterTableCmd.def
    if (!column || !('ColumnDef' in column)) return []
    const { colname, constraints = [] } = column.ColumnDef
    const filled = constraints.some((one) => 'Constraint' in one && one.Constraint.contype !== 'CONSTR_CHECK')
    return filled ? [] : [`${relation!.relname}.${colname}`]
  })
}

/** The words that checks of these migrations allow, the last word on each column counting. */
export async function allowedWords(sql: readonly string[]): Promise<AllowedWords> {
  const nodes = (await Promise.all(sql.map(nodesOf))).flat()
  return new Map(
    nodes.flatMap((node) => {
      if ('AlterTableStmt' in node)
        return (node.AlterTableStmt.cmds ?? []).flatMap((command) => {
          const def = 'AlterTableCmd' in command ? command.AlterTableCmd.def : undefined
          const added = def !== undefined && 'ColumnDef' in def ? (def.ColumnDef.constraints ?? []) : [def]
          return added.flatMap((one) => wordsOf(one, node.AlterTableStmt.relation!.relname!))
        })
      if (!('CreateStmt' in node)) return []
      return (node.CreateStmt.tableElts ?? [])
        .flatMap((element) => ('ColumnDef' in element ? (element.ColumnDef.constraints ?? []) : [element]))
        .flatMap((constraint) => wordsOf(constraint, node.CreateStmt.relation!.relname!))
    }),
  )
}

/** What `check (column in ('a', 'b'))` or `check (column between 1 and 9)` allows; nothing of another constraint. */
function wordsOf(constraint: Node | undefined, table: string): [string, Set<string>][] {
  if (constraint === undefined || !('Constraint' in constraint)) return []
  const test = constraint.Constraint.raw_expr
  if (test === undefined || !('A_Expr' in test)) return []
  const { kind, lexpr, rexpr } = test.A_Expr
  if (lexpr === undefined || !('ColumnRef' in lexpr) || rexpr === undefined || !('List' in rexpr)) return []
  const items = rexpr.List.items ?? []
  const words =
    kind === 'AEXPR_IN' ? items.flatMap(wordOf) : kind === 'AEXPR_BETWEEN' ? between(items.flatMap(numberOf)) : []
  return words.length === 0 ? [] : [[`${table}.${lastName(lexpr.ColumnRef.fields)}`, new Set(words)]]
}

const wordOf = (item: Node): string[] =>
  'A_Const' in item && item.A_Const.sval?.sval !== undefined ? [item.A_Const.sval.sval] : []
/** 0 is left out by the parser. */
const numberOf = (item: Node): number[] =>
  'A_Const' in item && item.A_Const.ival !== undefined ? [item.A_Const.ival.ival ?? 0] : []

function between([from, to]: readonly number[]): string[] {
  return from === undefined || to === undefined
    ? []
    : Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
}

/** Replaces a list of words by one that holds all of them. */
const allowsMore = (constraint: Node | undefined, table: string, allowed: AllowedWords): boolean =>
  wordsOf(constraint, table).some(([column, words]) => allowed.get(column)?.isSubsetOf(words))

/** A foreign key that names a column which older programs leave null. */
const isOpenKey = (constraint: Node | undefined, table: string, left: ReadonlySet<string>): boolean =>
  constraint !== undefined &&
  'Constraint' in constraint &&
  constraint.Constraint.contype === 'CONSTR_FOREIGN' &&
  (constraint.Constraint.fk_attrs ?? []).some((column) => left.has(`${table}.${lastName([column])}`))

/** Names that a statement creates. */
function created(node: Node): string[] {
  if ('CreateStmt' in node) return [node.CreateStmt.relation!.relname!]
  if ('CreateFunctionStmt' in node) return [lastName(node.CreateFunctionStmt.funcname)]
  if ('CreateTrigStmt' in node) return [node.CreateTrigStmt.trigname!]
  if ('CreatePolicyStmt' in node) return [node.CreatePolicyStmt.policy_name!]
  if ('ViewStmt' in node) return [node.ViewStmt.view!.relname!]
  return []
}

function breakOf(node: Node, own: ReadonlySet<string>, left: ReadonlySet<string>, allowed: AllowedWords): string[] {
  if ('DropStmt' in node) {
    const { removeType = 'OBJECT_TABLE', objects = [] } = node.DropStmt
    if (harmlessDrops.has(removeType)) return []
    return objects
      .map(nameOf)
      .filter((name) => !(replaceable.has(removeType) && own.has(name)))
      .map((name) => `drops ${removeType.slice('OBJECT_'.length).toLowerCase()} ${name}`)
  }
  if ('RenameStmt' in node) {
    const { renameType, relation, subname, newname } = node.RenameStmt
    if (renameType === 'OBJECT_INDEX' || renameType === 'OBJECT_TABCONSTRAINT') return []
    return [`renames ${[relation?.relname, subname].filter(Boolean).join('.')} to ${newname}`]
  }
  if ('IndexStmt' in node) {
    const { unique, relation, idxname, indexParams = [], nulls_not_distinct: nullsAlike } = node.IndexStmt
    const table = relation!.relname!
    const open = indexParams.some((one) => 'IndexElem' in one && left.has(`${table}.${one.IndexElem.name}`))
    return unique && !own.has(table) && (nullsAlike || !open) ? [`unique index ${idxname} on a table in use`] : []
  }
  if ('GrantStmt' in node) {
    const { is_grant: grants, objects = [] } = node.GrantStmt
    return grants
      ? []
      : objects
          .map(nameOf)
          .filter((name) => !own.has(name))
          .map((name) => `revokes a right on ${name}`)
  }
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [] } = node.AlterTableStmt
    const table = relation!.relname!
    return own.has(table) ? [] : cmds.flatMap((command) => alterationBreak(command, table, left, allowed))
  }
  return []
}

/** Alterations that a program sees which still writes as it did. */
function alterationBreak(command: Node, table: string, left: ReadonlySet<string>, allowed: AllowedWords): string[] {
  if (!('AlterTableCmd' in command)) return []
  const { subtype, name, def } = command.AlterTableCmd
  const at = `${table}.${name}`
  if (subtype === 'AT_DropColumn') return [`drops column ${at}`]
  if (subtype === 'AT_AlterColumnType') return [`changes the type of ${at}`]
  if (subtype === 'AT_SetNotNull') return [`asks for ${at}`]
  if (subtype === 'AT_ColumnDefault' && def === undefined) return [`drops the default of ${at}`]
  if (subtype === 'AT_AddConstraint')
    return allowsMore(def, table, allowed) || isOpenKey(def, table, left) ? [] : [`new constraint on ${table}`]
  if (subtype !== 'AT_AddColumn' || def === undefined || !('ColumnDef' in def)) return []
  const kinds = (def.ColumnDef.constraints ?? []).map((one) =>
    'Constraint' in one ? one.Constraint.contype : undefined,
  )
  const given = kinds.some(
    (kind) => kind === 'CONSTR_DEFAULT' || kind === 'CONSTR_GENERATED' || kind === 'CONSTR_IDENTITY',
  )
  return kinds.includes('CONSTR_NOTNULL') && !given
    ? [`column ${table}.${def.ColumnDef.colname} without a default`]
    : []
}

/** Name of a dropped or granted object, without its schema and, for what hangs on a table, without the table. */
function nameOf(node: Node): string {
  if ('List' in node) return lastName(node.List.items)
  if ('ObjectWithArgs' in node) return lastName(node.ObjectWithArgs.objname)
  if ('RangeVar' in node) return node.RangeVar.relname!
  return lastName([node])
}

function lastName(parts: readonly Node[] = []): string {
  const last = parts.at(-1)
  return last !== undefined && 'String' in last ? last.String.sval! : ''
}
