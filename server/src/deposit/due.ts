import { type DepositKind, depositKind, holdStatus } from '@cheyi/domain/deposit/codes'

/*
 * Which deposits of returned orders are due to be given back, for lists and counters: conditions on an order `o`, read
 * from the index of deposits in hand.
 */

/** The deposit is in hand, a violation deposit only from its day on. */
const heldDueSql = (kind: DepositKind): string =>
  `o.id in (select d.order_id from deposit d where d.kind = ${kind} and d.hold_status in (${holdStatus.held}, ${holdStatus.partlyDeducted})
    and ${kind === depositKind.violation ? 'd.due_release_at <= (select app_now())' : 'true'})`

/**
 * An open debt leaves something of the deposit, as `heldBackFen` has it: the rental deposit answers first, so a deposit is
 * free when it and those before it outweigh the debt.
 */
export const outweighsDebtSql = (kind: DepositKind): string =>
  `(o.owed_fen <= 0 or o.owed_fen < (select sum(d.held_fen - d.captured_fen - d.released_fen - d.in_flight_fen)
    from deposit d where d.order_id = o.id and d.kind <= ${kind}))`

/** Something of the deposit can go back now. */
export const depositDueSql = (kind: DepositKind): string => `${heldDueSql(kind)} and ${outweighsDebtSql(kind)}`
