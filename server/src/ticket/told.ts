import { maintainceTypes, shuntingReasons, ticketKind, ticketKinds } from '@cheyi/domain/ticket/codes'
import { isWaiting, profileOf } from '@cheyi/domain/ticket/kinds'
import { todosOfTickets } from '../todo/actions.ts'
import { linkTo } from './plan.ts'
import { type ListRow, named } from './store.ts'

/*
 * A ticket in the words of its kind, in lists and on the list of the day.
 */

/** What is done with a car and where, in the words of its kind. */
const words: Readonly<Record<number, (row: ListRow) => { readonly what: string; readonly place: string }>> = {
  [ticketKind.yearly]: (row) => ({ what: row.dueOn === null ? '无年检记录' : `${row.dueOn} 到期`, place: row.agency }),
  [ticketKind.shunting]: (row) => ({
    what: shuntingReasons.text(row.reason ?? 0),
    place: row.toStoreName ? `→ ${row.toStoreName}` : '',
  }),
  [ticketKind.maintaince]: (row) => ({ what: maintainceTypes.text(row.maintainType ?? 0), place: row.garageName }),
}
export const told = (row: ListRow) => words[row.kind]!(row)

todosOfTickets(async (ctx, ids) =>
  (await named(ctx, ids)).map((row) => {
    const { begin, end } = profileOf(row.kind).words
    const { what, place } = told(row)
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
