import { accountStatus, storeScope } from '@cheyi/domain/account/codes'
import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { taskKind } from '@cheyi/domain/todo/task'
import type { Context } from '../kernel/context.ts'

/** Kinds of tasks whose subject is a payment that goes out by hand. */
const paybackTasks = [taskKind.deposit, taskKind.refund] as const
export type PaybackTask = (typeof paybackTasks)[number]

/** Who may pay what back by hand. */
export const paybackKeys = {
  [taskKind.deposit]: 'deposit.release',
  [taskKind.refund]: 'order.refund',
} as const satisfies Readonly<Record<PaybackTask, PermissionKey>>

/** SQL: nobody is named, the account `me` is, or somebody who has left or lost the key, whose to-dos are everybody's again. */
export const isMineSql = (kind: PaybackTask, assignee: string, me: string): string =>
  `(${assignee} is null or ${assignee} = ${me} or not exists (select from account a
      join role r on r.id = any (a.role_ids) and r.deleted_at is null and ${menuOf(paybackKeys[kind]).id} = any (r.menu_ids)
     where a.id = ${assignee} and a.status = ${accountStatus.enabled} and a.deleted_at is null))`

export interface PaybackRow {
  readonly kind: PaybackTask
  readonly amount: number
  readonly assigneeId: string | null
  readonly assigneeName: string
  readonly dueAt: number | null
}

export const openPaybacks = (ctx: Context, orderId: string): Promise<PaybackRow[]> =>
  ctx.query<PaybackRow>(
    `select k.kind, (k.detail ->> 'amount')::bigint as amount, k.assignee_id, coalesce(a.name, '') as assignee_name, k.due_at
       from task k left join account a on a.id = k.assignee_id
      where k.order_id = $1 and k.kind = any ($2::text[]) and k.done_at is null order by k.id`,
    [orderId, paybackTasks],
  )

/** Who holds all of the keys and sees a store of the order, by name. */
export const holders = (
  ctx: Context,
  keys: readonly PermissionKey[],
  order: { readonly storeId: string; readonly returnStoreId: string },
): Promise<{ accountId: string; name: string }[]> =>
  ctx.query(
    `select a.id as account_id, a.name from account a
      where a.status = ${accountStatus.enabled} and a.deleted_at is null and a.store_scope < ${storeScope.own}
        and (a.store_scope = ${storeScope.all} or a.store_ids && $2::bigint[])
        and not exists (select from unnest($1::int[]) key where not exists (
          select from role r where r.id = any (a.role_ids) and r.deleted_at is null and key = any (r.menu_ids)))
      order by a.name, a.id limit 100`,
    [keys.map((key) => menuOf(key).id), [order.storeId, order.returnStoreId]],
  )

export const assign = (
  ctx: Context,
  orderId: string,
  values: { readonly assigneeId: string | null; readonly dueAt: number | null },
) =>
  ctx.db
    .updateTable('task')
    .set(values)
    .where('orderId', '=', orderId)
    .where('kind', 'in', paybackTasks)
    .where('doneAt', 'is', null)
    .execute()
