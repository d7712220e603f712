import type { PayeeKind, RunState } from '@cheyi/domain/money/payable/codes'
import type { LocalDate } from '@cheyi/domain/time'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'

type Asking = Pick<Context, 'query'>
export type RunRow = Selectable<DB['paymentRun']>

/** The live run of a bill. */
export const liveRunOf = (ctx: Asking, billId: string) =>
  ctx.query.first<{ runId: string; runNo: string }>(
    `select r.id as run_id, r.run_no from payment_run_bill l join payment_run r on r.id = l.run_id where l.bill_id = $1 and l.live`,
    [billId],
  )

interface ListedRun extends RunRow {
  readonly createdByName: string
}
const NAMED = `select r.*, coalesce(a.name, '系统') as created_by_name from payment_run r left join account a on a.id = r.created_by`

export function runs(ctx: Asking, state: RunState | undefined, after: string | null, limit: number) {
  const { values, bind } = parameters()
  const where = [
    'true',
    state !== undefined && `r.state = ${bind(state)}::smallint`,
    after !== null && `r.id < ${bind(after)}::bigint`,
  ]
  return ctx.query<ListedRun>(
    `${NAMED} where ${where.filter(Boolean).join(' and ')} order by r.id desc limit ${limit}`,
    values,
  )
}

export const countRuns = (ctx: Asking, state: RunState | undefined): Promise<number> =>
  countRows(ctx, 'payment_run r where $1::smallint is null or r.state = $1', [state ?? null])

export const run = (ctx: Asking, id: string) =>
  ctx.query.first<ListedRun & { readonly submittedByName: string | null; readonly decidedByName: string | null }>(
    `select x.*, s.name as submitted_by_name, d.name as decided_by_name
       from (${NAMED} where r.id = $1) x left join account s on s.id = x.submitted_by left join account d on d.id = x.decided_by`,
    [id],
  )

export const lockRun = (ctx: Asking, id: string) =>
  ctx.query.first<RunRow>('select * from payment_run where id = $1 for update', [id])

/** Runs are numbered by day one after the other. @returns the next number */
export async function nextNumber(ctx: Asking, day: LocalDate): Promise<string> {
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('paymentRun', merchant()))`)
  const start = `FK${day.replaceAll('-', '')}-`
  const [row] = await ctx.query<{ n: number }>(
    `select coalesce(max(substr(run_no, length($1) + 1)::int), 0) + 1 as n from payment_run where run_no like $1 || '%'`,
    [start],
  )
  return `${start}${row!.n}`
}

export interface RunLine {
  readonly billId: string
  readonly fen: number
}

/** A run with its bills. */
export async function insertRun(
  ctx: Context,
  row: Insertable<DB['paymentRun']> & { readonly id: string },
  lines: readonly RunLine[],
): Promise<void> {
  pendingWorkChanges(ctx, 'paymentRun', [row.id])
  await ctx.db.insertInto('paymentRun').values(row).execute()
  await ctx.query(
    `insert into payment_run_bill (run_id, bill_id, fen)
     select $1, bill_id, fen from jsonb_to_recordset($2::jsonb) as l (bill_id bigint, fen bigint)`,
    [row.id, recordset(lines)],
  )
}

/** A step of a run; every one may change what is pending about it. */
export function setRun(ctx: Context, row: RunRow, patch: Patch<'paymentRun'>): RunRow {
  pendingWorkChanges(ctx, 'paymentRun', [row.id])
  return saveRow(ctx, 'paymentRun', row, patch)
}

export interface ShownLine extends RunLine {
  readonly payeeId: string
  readonly accountHash: Buffer | null
  readonly billNo: string
  readonly what: string
  readonly dueOn: LocalDate
  readonly source: DB['payableBill']['source']
  readonly refId: string | null
}

/** Lines of a run with their bills, by payee. */
export const linesOfRun = (ctx: Asking, runId: string) =>
  ctx.query<ShownLine>(
    `select l.bill_id, l.fen, l.account_hash, b.payee_id, b.bill_no, b.what, b.due_on, b.source, b.ref_id
       from payment_run_bill l join payable_bill b on b.id = l.bill_id where l.run_id = $1 order by b.payee_id, b.due_on, b.id`,
    [runId],
  )

interface PaidRow {
  readonly id: string
  readonly kind: PayeeKind
  readonly name: string
  readonly originId: string | null
  readonly holder: string
  readonly bank: string
  readonly accountEnc: Buffer | null
  readonly accountMask: string
  readonly accountAt: number | null
}

export const payeesOfRun = (ctx: Asking, runId: string) =>
  ctx.query<PaidRow>(
    `select p.id, p.kind, p.name, p.origin_id, p.holder, p.bank, p.account_enc, p.account_mask, p.account_at from payee p
      where p.id in (select b.payee_id from payment_run_bill l join payable_bill b on b.id = l.bill_id where l.run_id = $1) order by p.id`,
    [runId],
  )

/** Keeps the accounts to which a run was submitted. */
export const keepAccounts = (ctx: Asking, runId: string, hashes: readonly { payeeId: string; hash: Buffer }[]) =>
  ctx.query(
    `update payment_run_bill l set account_hash = h.hash from unnest($2::bigint[], $3::bytea[]) h (payee_id, hash), payable_bill b
      where l.run_id = $1 and b.id = l.bill_id and b.payee_id = h.payee_id`,
    [runId, hashes.map(({ payeeId }) => payeeId), hashes.map(({ hash }) => hash)],
  )

/** Its bills may enter other runs. */
export const freeBills = (ctx: Asking, runId: string) =>
  ctx.query('update payment_run_bill set live = false where run_id = $1', [runId])
