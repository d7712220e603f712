import { costSource } from '@cheyi/domain/fleet/cost/codes'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { accountBalances, followedCosts, type MoneyChecks } from '../../money/payment/check/actions.ts'

/** Statements that the owner has confirmed, as `s`. A negative sum is carried to the next one and so never paid by itself. */
const agreed = `owner_statement s where s.state in (${ownerStatementState.confirmed}, ${ownerStatementState.paid})`
/** The parts of the cars and the corrections; of a statement that is not confirmed, what was booked when its month was closed. */
const share = `(case when s.state in (${ownerStatementState.confirmed}, ${ownerStatementState.paid}) then s.owner_fen + s.correction_fen
  else s.accrued_fen end)`
const paidOut = `case s.state when ${ownerStatementState.paid} then ${share} + s.carried_fen else 0 end`

/** The shares of owners in the books and among the costs of their cars. */
export const ownerChecks: MoneyChecks = {
  whole: [
    accountBalances([
      { account: account.ownerShare, fen: share, source: 'owner_statement s', what: '车主结算单分成与账簿不一致' },
      {
        account: account.ownerPayable,
        fen: `${paidOut} - ${share}`,
        source: 'owner_statement s',
        what: '车主结算单待付款与账簿不一致',
      },
    ]),
    followedCosts(
      costSource.owner,
      `select p.merchant_id, s.id, sum(p.owner_fen), to_char(s.month, 'YYYY-MM') || ' 车主结算单 ' || s.id || ' 的分成与车辆成本不一致'
     from owner_statement_car p join (select * from ${agreed}) s on s.merchant_id = p.merchant_id and s.id = p.statement_id group by 1, 2, s.month
     union all select s.merchant_id, s.id, s.accrued_fen, to_char(s.month, 'YYYY-MM') || ' 车主结算单 ' || s.id || ' 预提的分成与车辆成本不一致'
     from owner_statement s where s.accrued_fen <> 0 and s.state not in (${ownerStatementState.confirmed}, ${ownerStatementState.paid})`,
    ),
  ],
}
