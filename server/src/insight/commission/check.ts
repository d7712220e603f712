import { commissionState } from '@cheyi/domain/insight/commission/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { accountBalances, type MoneyChecks } from '../../money/payment/check/actions.ts'

const isConfirmed = `s.state = ${commissionState.confirmed}`
/** Of a draft: what was booked when its month was closed. */
const booked = `commission_statement s where ${isConfirmed} or s.accrued_fen <> 0`
/** A statement is what its lines are: read from them, so that neither can be wrong alone. */
const ofLines = `(select coalesce(sum(l.fen), 0) from commission_line l where l.merchant_id = s.merchant_id and l.statement_id = s.id)`

const fen = `case when ${isConfirmed} then ${ofLines} else s.accrued_fen end`

/** The commissions of employees in the books. */
export const commissionChecks: MoneyChecks = {
  whole: [
    accountBalances([
      { account: account.commissionCost, fen, source: booked, what: '员工提成单与账簿不一致' },
      {
        account: account.commissionPayable,
        fen: `- case when ${isConfirmed} then s.fen else s.accrued_fen end`,
        source: booked,
        what: '员工提成单应付与账簿不一致',
      },
    ]),
  ],
}
