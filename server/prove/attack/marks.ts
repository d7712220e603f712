import type pg from 'pg'

/*
 * The victim's words and sums are made like no other's, past the product: whoever sees one of them in an answer knows whose it is.
 */

/** Stands in every Chinese text of the victim. */
export const WORDS = '〔守方机密〕'
/** Stands in those of its stores that the limited account may not see. */
export const STORE_WORDS = '〔店外机密〕'
/** Each of its Chinese texts begins with one of them. */
export const FORMULA_SIGNS = '=+-@\t'
/** Its sums begin here, fen; nothing else of an installation comes near. */
export const SUMS = { from: 713_000_000_000, to: 714_000_000_000 }
/** Its customers have it. */
export const VICTIMS_PHONE = '18677700913'
/** Its frame numbers. */
export const FRAMES = 'LSVAX'

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Every column of every table of merchants. */
async function columnsOf(root: pg.Client): Promise<Column[]> {
  const { rows } = await root.query<Column>(
    `select c.relname as table, a.attname as column, t.typname as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute m where m.attrelid = c.oid and m.attname = 'merchant_id')
      order by 1, 2`,
  )
  return rows
}

/** Marks the rows of a merchant; a column whose check refuses the mark keeps what it has. */
export async function markMerchant(root: pg.Client, merchantId: string): Promise<void> {
  for (const { table, column, type } of await columnsOf(root)) {
    if (type === 'text' || type === 'varchar') {
      const put =
        column === 'vin' ? `replace("${column}", 'LSVAB', '${FRAMES}')` : `${sign(column)} || "${column}" || '${WORDS}'`
      const which = column === 'vin' ? 'true' : `"${column}" ~ '[\\u4e00-\\u9fff]'`
      await mark(root, `update "${table}" set "${column}" = ${put} where merchant_id = $1 and ${which}`, merchantId)
    }
    if (type === 'int8' && column.endsWith('_fen'))
      await mark(
        root,
        `update "${table}" set "${column}" = "${column}" + ${SUMS.from} where merchant_id = $1 and "${column}" > 0`,
        merchantId,
      )
  }
  await root.query(`update merchant set name = name || '${WORDS}' where id = $1`, [merchantId])
}

/** What a spreadsheet program takes for the begin of a formula, another for each text. */
const sign = (column: string): string =>
  `substr('${FORMULA_SIGNS}', 1 + abs(hashtext("${column}") % ${FORMULA_SIGNS.length}), 1)`

/** Without triggers, which keep books and histories that a mark would break. */
async function mark(root: pg.Client, sql: string, merchantId: string): Promise<void> {
  await root.query('begin')
  try {
    await root.query(`set local session_replication_role = 'replica'`)
    await root.query(sql, [merchantId])
    await root.query('commit')
  } catch {
    await root.query('rollback')
  }
}
