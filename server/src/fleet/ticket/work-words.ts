import { maintenanceTypes, relocationReasons, ticketKind, ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { isWaiting, kindsOpenTo, profileOf } from '@cheyi/domain/fleet/ticket/kinds'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { notify } from '../../platform/notify/actions.ts'
import { referralsAbout } from '../../platform/referral/actions.ts'
import { todosOfTickets } from '../../platform/todo/actions.ts'
import { ticketsMet } from '../stock/actions.ts'
import { linkTo, whoSees } from './plan.ts'
import { type ListRow, visibleTickets } from './store.ts'

/*
 * A ticket described in the words of its kind, in lists and in the list of the day.
 */

/** What is done with a car and where, in the words of its kind. */
const words: Readonly<Record<number, (row: ListRow) => { readonly what: string; readonly place: string }>> = {
  [ticketKind.yearly]: (row) => ({ what: row.dueOn === null ? '无年检记录' : `${row.dueOn} 到期`, place: row.agency }),
  [ticketKind.relocation]: (row) => ({
    what: relocationReasons.text(row.reason ?? 0),
    place: row.toStoreName ? `→ ${row.toStoreName}` : '',
  }),
  [ticketKind.maintenance]: (row) => ({ what: maintenanceTypes.text(row.maintainType ?? 0), place: row.garageName }),
}
export const workWords = (row: ListRow) => words[row.kind]!(row)

todosOfTickets(async (ctx, ids) =>
  (await visibleTickets(ctx, ids)).map((row) => {
    const { begin, end } = profileOf(row.kind).words
    const { what, place } = workWords(row)
    return {
      ticketId: row.id,
      title: `${ticketKinds.text(row.kind)} · ${what}`,
      modelName: row.modelName,
      plate: row.plate,
      verb: isWaiting(row) ? begin : end,
      place: [row.storeName, place].filter(Boolean).join(' '),
      assigneeName: row.assigneeGone ? `${row.assigneeName}（已停用）` : row.assigneeName,
      link: linkTo(row),
    }
  }),
)

referralsAbout('ticket', async (ctx, ids) => {
  const open: readonly number[] = kindsOpenTo(ctx.identity.keys)
  return (await visibleTickets(ctx, ids))
    .filter(({ kind }) => open.includes(kind))
    .map((row) => ({
      id: row.id,
      storeId: row.storeId,
      returnStoreId: row.toStoreId,
      no: row.no,
      title: `${ticketKinds.text(row.kind)} · ${displayPlate(row.plate)} · ${row.no}`,
      link: linkTo(row),
    }))
})

// A ticket that has not begun waits for a late car: the person in charge is notified once for each plan.
ticketsMet.tell = async (ctx, ids, order) => {
  for (const row of await visibleTickets(ctx, ids)) {
    if (!isWaiting(row) || row.planStart === null) continue
    const { begin } = profileOf(row.kind).words
    notify(ctx, {
      type: notifyType.ticket,
      level: notifyLevel.important,
      ref: `ticketAwaits/${row.id}/${order.id}/${row.planStart}`,
      once: true,
      title: `${ticketKinds.text(row.kind)}冲突 ${displayPlate(row.plate)}`,
      body: `${row.no} 计划 ${formatMoment(row.planStart, ctx.now)} ${begin}，车辆应于 ${formatMoment(order.returnAt, ctx.now)} 还车，至今未还（订单 ${order.orderNo}），请改期或催还`,
      link: linkTo(row),
      to: whoSees(row),
    })
  }
}
