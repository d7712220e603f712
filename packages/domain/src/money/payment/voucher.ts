import { accountName } from './accounts.ts'
import type { Account } from './ledger.ts'

type Side = 'debit' | 'credit'
interface Voucher {
  readonly lines: readonly (Readonly<Record<Side, number>> & { readonly account: Account })[]
}

const linesOf = ({ lines }: Voucher, side: Side) => lines.filter((line) => line[side] > 0)

/** The accounts on a side of a voucher. */
export const namesOf = (voucher: Voucher, side: Side): string =>
  [...new Set(linesOf(voucher, side).map(({ account }) => accountName(account)))].join('、')

/** Amount of a side in fen, of one account only if there is one. */
export const sumOf = (voucher: Voucher, side: Side, only?: Account): number =>
  linesOf(voucher, side)
    .filter(({ account }) => only === undefined || account === only)
    .reduce((sum, line) => sum + line[side], 0)
