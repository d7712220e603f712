import { type RefundTaskKind, refundTaskKinds } from '@cheyi/contract/platform/todo'
import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { accountStatus, storeScope } from '@cheyi/domain/platform/account/codes'
import type { PendingKind } from '@cheyi/domain/platform/pending-work/kinds'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import type { Context } from '../../kernel/context.ts'

/** Kinds of tasks whose subject is a payment that is made by hand. */
const taskOf = { deposit: taskKind.deposit, refund: taskKind.refund } as const satisfies Record<RefundTaskKind, string>
export type RefundTaskTask = (typeof taskOf)[RefundTaskKind]

/** Permission key for each kind of manual refundTask. */
export const refundTaskKeys = {
  [taskKind.deposit]: 'deposit.release',
  [taskKind.refund]: 'order.payment',
} as const satisfies Readonly<Record<RefundTaskTask, PermissionKey>>

/** Permission key of each kind of pending work that can be assigned to an account. */
const keyOfWait = {
  refund: 'order.payment',
  refundTask: 'order.payment',
  depositBack: 'deposit.release',
} as const satisfies Partial<Readonly<Record<PendingKind, PermissionKey>>>

/**
 * SQL: the work is unassigned, or assigned to `me`, or to an account that was disabled or lost the key: its work is open to everyone again,
 * except a form that was handed to one colleague.
 * `kind` is the SQL of the kind of pending work.
 */
export const isMineSql = (kind: string, assignee: string, me: string): string =>
  `(${assignee} is null or ${assignee} = ${me} or ${kind} <> 'referral' and not exists (select from account a
      join role r on r.id = any (a.role_ids) and r.deleted_at is null
        and case ${kind} ${Object.entries(keyOfWait)
          .map(([wait, key]) => `when '${wait}' then ${menuOf(key).id}`)
          .join(' ')} end = any (r.menu_ids)
     where a.id = ${assignee} and a.status = ${accountStatus.enabled} and a.deleted_at is null))`

export interface RefundTaskRow {
  readonly kind: RefundTaskKind
  readonly amount: number
  readonly assigneeId: string | null
  readonly assigneeName: string
  readonly dueAt: number | null
}

export const openRefundTasks = (ctx: Context, orderId: string): Promise<RefundTaskRow[]> =>
  ctx.query<RefundTaskRow>(
    `select w.kind, (k.detail ->> 'amount')::bigint as amount, k.assignee_id, coalesce(a.name, '') as assignee_name, k.due_at
       from unnest($2::text[], $3::text[]) w (kind, task) join task k on k.kind = w.task
         left join account a on a.id = k.assignee_id
      where k.order_id = $1 and k.done_at is null order by k.id`,
    [orderId, refundTaskKinds, refundTaskKinds.map((kind) => taskOf[kind])],
  )

/** Accounts that hold the key of either kind and see a store of the order, by name. */
export const holders = (
  ctx: Context,
  order: { readonly storeId: string; readonly returnStoreId: string },
): Promise<{ accountId: string; name: string; kinds: RefundTaskKind[] }[]> =>
  ctx.query(
    `select a.id as account_id, a.name, held.kinds from account a
      cross join lateral (select array_agg(k.kind) as kinds from unnest($1::text[], $2::int[]) k (kind, key)
        where exists (select from role r where r.id = any (a.role_ids) and r.deleted_at is null and k.key = any (r.menu_ids))) held
      where a.status = ${accountStatus.enabled} and a.deleted_at is null and a.store_scope < ${storeScope.own}
        and (a.store_scope = ${storeScope.all} or a.store_ids && $3::bigint[])
        and held.kinds is not null
      order by a.name, a.id limit 100`,
    [
      refundTaskKinds,
      refundTaskKinds.map((kind) => menuOf(refundTaskKeys[taskOf[kind]]).id),
      [order.storeId, order.returnStoreId],
    ],
  )

export const assign = (
  ctx: Context,
  orderId: string,
  kind: RefundTaskKind,
  values: { readonly assigneeId: string | null; readonly dueAt: number | null },
) =>
  ctx.db
    .updateTable('task')
    .set(values)
    .where('orderId', '=', orderId)
    .where('kind', '=', taskOf[kind])
    .where('doneAt', 'is', null)
    .execute()
