import { type Account, type Entry, waived } from '@cheyi/domain/money/payment/ledger'
import { earnedBy } from '@cheyi/domain/money/supplement/supplement'
import type * as store from './store.ts'

/** The entry that withdraws the claim of a supplement; none if it posted nothing. */
export const takenBack = (row: store.SupplementRow, orderStatus: number): Entry[] =>
  row.credited === null ? [] : [waived(row.id, row.amountFen, earnedBy(row.credited as Account, orderStatus))]
