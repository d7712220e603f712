import { accountStatus } from '@cheyi/domain/account/codes'
import { driverTaskStatuses } from '@cheyi/domain/driver/codes'
import { isOpenTask } from '@cheyi/domain/driver/steps'
import { orderStatus } from '@cheyi/domain/order/codes'
import type { OrderWait } from '@cheyi/domain/order/waits'
import { taskKind } from '@cheyi/domain/todo/task'

/** Which orders `o` wait for what, one condition for the counter and the list that it leads to. */
export const waitSql: Readonly<Record<OrderWait, string>> = {
  conflict: `o.id in (select k.order_id from task k where k.kind = '${taskKind.conflict}' and k.done_at is null)`,
  reassign: `o.id in (select t.order_id from driver_task t join account a on a.id = t.account_id
    where t.status in (${driverTaskStatuses.values.filter(isOpenTask).join(', ')})
      and (a.status = ${accountStatus.disabled} or a.deleted_at is not null))`,
  refund: `o.refund_wait = 'failed' and o.status in (${orderStatus.cancelling}, ${orderStatus.returned})`,
  payback: `o.refund_wait = 'byHand' and o.status in (${orderStatus.cancelling}, ${orderStatus.returned})`,
  debt: `o.owed_fen > 0 and o.status in (${orderStatus.returned}, ${orderStatus.cancelling}, ${orderStatus.cancelled})`,
}
