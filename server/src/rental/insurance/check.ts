import { costSource } from '@cheyi/domain/fleet/cost/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { accountBalances, followedCosts, type MoneyChecks } from '../../money/payment/check/actions.ts'

const of = { source: 'insurance_case' } as const

/** The money of insurers in the books and among the costs of cars. */
export const insuranceChecks: MoneyChecks = {
  whole: [
    accountBalances([
      {
        ...of,
        account: account.insurerReceivable,
        fen: 'booked_fen - received_fen',
        what: '保险案件待收赔款与账簿不一致',
      },
      { ...of, account: account.insuranceIncome, fen: '-booked_fen', what: '保险案件赔款与账簿不一致' },
    ]),
    followedCosts(
      costSource.insurance,
      `select merchant_id, id, -booked_fen, '保险案件 ' || coalesce(nullif(report_no, ''), id::text) || ' 的赔款与车辆成本不一致' from insurance_case`,
    ),
  ],
}
