import { orderKinds } from '@cheyi/domain/booking/order/codes'
import { openStatuses } from '@cheyi/domain/booking/order/steps'
import { depositKind, holdStatuses } from '@cheyi/domain/money/deposit/codes'
import { isClosedHold } from '@cheyi/domain/money/deposit/status'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { type OpenBusiness, type UserStatus, userStatus } from '@cheyi/domain/platform/session/cancellation'
import { driverTaskStatuses } from '@cheyi/domain/rental/driver/codes'
import { isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { sellingStatuses } from '@cheyi/domain/sales/channel/steps'
// biome-ignore lint/plugin: open orders are summed from the tallies of orders, in one statement with the rest.
import { ordersTally, talliesSql } from '../../../booking/order/actions.ts'
import type { Context, Db } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'

type Query = Context['query']

/** Every account of the user that is not removed, also disabled ones. The row policy shows the role of the process those of `app.user_id`. */
export const accountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchantId')
    .select(['a.id', 'a.merchantId', 'a.parentId', 'm.name'])
    .where('a.userId', '=', userId)
    .where('a.deletedAt', 'is', null)
    .where('m.status', '<>', merchantStatus.closed)
    .orderBy('m.id')
    .execute()

const labelled = (row: Record<string, string>, labels: Readonly<Record<string, string>>): OpenBusiness[] =>
  Object.entries(labels).map(([name, label]) => ({ label, count: Number(row[name]) }))

const openHolds = holdStatuses.values.filter((status) => !isClosedHold(status))

/** Unfinished business of a merchant; runs as the merchant. */
export async function ofMerchant(query: Query): Promise<OpenBusiness[]> {
  const [row] = await query(
    sql<Record<string, string>>`
    select (select coalesce(sum(n), 0) from ${talliesSql as Sql} t where name = any ($1)) as orders,
      (select count(*) from deposit where kind = ${depositKind.rental} and hold_status in (${openHolds})) as deposits,
      (select count(*) from deposit where kind = ${depositKind.violation} and hold_status in (${openHolds})) as violations,
      (select count(*) from "order" where owed_fen <> 0) as balances,
      (select count(*) from merchant_channel where status in (${sellingStatuses})) as channels`,
    [orderKinds.values.flatMap((kind) => openStatuses.map((status) => ordersTally(kind, status)))],
  )
  return labelled(row!, {
    orders: '未完结订单',
    deposits: '未退还租车押金',
    violations: '未退还违章押金',
    balances: '未结清账款',
    channels: '已启用渠道',
  })
}

/** Unfinished tasks of an employee; runs as the merchant. */
export async function ofEmployee(query: Query, accountId: string): Promise<OpenBusiness[]> {
  const [row] = await query(
    sql<
      Record<string, string>
    >`select (select count(*) from driver_task where account_id = $1 and status in (${driverTaskStatuses.values.filter(isOpenTask)})) as tasks`,
    [accountId],
  )
  return labelled(row!, { tasks: '未完成送取车任务' })
}

export const lock = (db: Db, userId: string) =>
  db
    .selectFrom('appUser')
    .select(['id', 'status', 'mobileEnc', 'cancelAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const setState = (
  db: Db,
  userId: string,
  next: { status: UserStatus; cancelAt: number | null; reason: string },
) =>
  db
    .updateTable('appUser')
    .set({ status: next.status, cancelAt: next.cancelAt ?? null, cancelReason: next.reason })
    .where('id', '=', userId)
    .execute()

/** Removes everything that names the person: mobile, password, and links to partner accounts. */
export async function anonymise(db: Db, userId: string, nobody: { sealed: Buffer; hash: Buffer }): Promise<void> {
  await db
    .updateTable('appUser')
    .set({
      mobileEnc: nobody.sealed,
      mobileHash: nobody.hash,
      passwordHash: null,
      passwordHistory: [],
      wxOpenEnc: null,
      wxOpenHash: null,
      wxBoundAt: null,
      operator: false,
      cancelReason: '',
    })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('partnerUser').where('userId', '=', userId).execute()
}

/** Users whose waiting period is over. */
export const due = (db: Db, now: number) =>
  db
    .selectFrom('appUser')
    .select('id')
    .where('status', '=', userStatus.cancelling)
    .where('cancelAt', '<=', now)
    .orderBy('id')
    .execute()
