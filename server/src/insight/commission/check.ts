import { commissionState } from '@cheyi/domain/insight/commission/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { accountBalances, type MoneyChecks } from '../../money/payment/check/actions.ts'

const confirmed = `commission_statement s where s.state = ${commissionState.confirmed}`
/** A statement is what its lines are: read from them, so that neither can be wrong alone. */
const fen = `(select coalesce(sum(l.fen), 0) from commission_line l where l.merchant_id = s.merchant_id and l.statement_id = s.id)`

/** The commissions of employees in the books. */
export const commissionChecks: MoneyChecks = {
  whole: [
    accountBalances([
      { account: account.commissionCost, fen, source: confirmed, what: '员工提成单与账簿不一致' },
      { account: account.commissionPayable, fen: '- s.fen', source: confirmed, what: '员工提成单应付与账簿不一致' },
    ]),
  ],
}
