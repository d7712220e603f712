import { type DepositKind, depositKind, holdStatus } from '@cheyi/domain/deposit/codes'

/**
 * Ids of the orders whose deposit of a kind is in hand, a violation deposit only from its day on. Of these the returned
 * ones are due to be given back. Read from the index of deposits in hand.
 */
export const heldDueSql = (kind: DepositKind): string =>
  `select d.order_id from deposit d where d.kind = ${kind} and d.hold_status in (${holdStatus.held}, ${holdStatus.partlyDeducted})
    and ${kind === depositKind.violation ? 'd.due_release_at < (select app_now())' : 'true'}`
