import type { OpenBusiness } from '@cheyi/domain/session/cancellation'
import type { Context, Db } from '../kernel/context.ts'
import { at, atOrNull } from '../kernel/instant.ts'

type Query = Context['query']

/** Every account of the user that is not removed, disabled ones too; policy shows gate those of `app.user_id`. */
export const accountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchant_id')
    .select(['a.id', 'a.merchant_id', 'a.parent_id', 'm.name'])
    .where('a.user_id', '=', userId)
    .where('a.deleted_at', 'is', null)
    .where('m.status', '<>', 3)
    .orderBy('m.id')
    .execute()

const labelled = (row: Record<string, string>, labels: Readonly<Record<string, string>>): OpenBusiness[] =>
  Object.entries(labels).map(([name, label]) => ({ label, count: Number(row[name]) }))

/** What a merchant has not finished; runs as the merchant. */
export async function ofMerchant(query: Query): Promise<OpenBusiness[]> {
  const [row] = await query<Record<string, string>>(`
    select (select count(*) from "order" where status in (1, 2, 3, 4, 5, 7)) as orders,
      (select count(*) from deposit where kind = 1 and hold_status in (1, 2, 3, 7)) as deposits,
      (select count(*) from deposit where kind = 2 and hold_status in (1, 2, 3, 7)) as violations,
      (select count(*) from (select 1 from ledger_entry where account = 'customer_receivable'
         group by order_id having sum(debit_fen) <> sum(credit_fen)) owed) as balances`)
  return labelled(row!, {
    orders: '未完结订单',
    deposits: '未退还租车押金',
    violations: '未退还违章押金',
    balances: '未结清账款',
  })
}

/** What is in an employee's hands; runs as the merchant. */
export async function ofEmployee(query: Query, accountId: string): Promise<OpenBusiness[]> {
  const [row] = await query<Record<string, string>>(
    `select (select count(*) from driver_task where account_id = $1 and status in (0, 1)) as tasks`,
    [accountId],
  )
  return labelled(row!, { tasks: '未完成送取车任务' })
}

export const lock = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'status', 'mobile_enc', 'cancel_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const setState = (db: Db, userId: string, next: { status: number; cancelAt: number | null; reason: string }) =>
  db
    .updateTable('app_user')
    .set({ status: next.status, cancel_at: atOrNull(next.cancelAt), cancel_reason: next.reason })
    .where('id', '=', userId)
    .execute()

/** Nothing is left that names the person: neither mobile, nor password, nor whom partners know. */
export async function anonymise(db: Db, userId: string, nobody: { sealed: Buffer; hash: Buffer }): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      mobile_enc: nobody.sealed,
      mobile_hash: nobody.hash,
      password_hash: null,
      password_history: [],
      wx_open_enc: null,
      wx_open_hash: null,
      wx_bound_at: null,
      operator: false,
      cancel_reason: '',
    })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('partner_user').where('user_id', '=', userId).execute()
}

export const CANCELLED_NAME = '已注销用户'

/** Runs as the merchant: the rows of its business stay, under nobody's name. */
export const anonymiseAccount = (db: Db, accountId: string, now: number) =>
  db
    .updateTable('account')
    .set({
      name: CANCELLED_NAME,
      mobile_enc: null,
      job_no: '',
      remark: '',
      status: 0,
      role_ids: [],
      deleted_at: at(now),
    })
    .where('id', '=', accountId)
    .execute()

/** Users whose days of thought are over. */
export const due = (db: Db, now: number) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('status', '=', 2)
    .where('cancel_at', '<=', at(now))
    .orderBy('id')
    .execute()
