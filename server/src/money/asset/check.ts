import { account } from '@cheyi/domain/money/payment/ledger'
import { accountBalances, type MoneyChecks } from '../payment/check/actions.ts'

/** Disposals that are in the books. */
const disposals = 'asset_disposal d where d.booked_on is not null and d.cancelled_at is null'
const months = `(select merchant_id, vehicle_id, sum(opening_cost_fen + cost_fen) as cost_fen, sum(opening_fen + depreciation_fen) as gone_fen
  from asset_month group by 1, 2)`
const loans = 'car_loan l where l.booked_on is not null and l.cancelled_at is null'
/** `fen` of the rows of both: what was posted of cars and of their loans against the opening. */
const opening = `(select merchant_id, opening_fen - opening_cost_fen as fen from asset_month union all
  select l.merchant_id, l.booked_fen from ${loans} and l.taken_on < (select s.from_month from asset_setting s where s.merchant_id = l.merchant_id)) x`
const bought = `(select merchant_id, - cost_fen as fen from asset_month union all
  select l.merchant_id, l.booked_fen from ${loans} and l.taken_on >= (select s.from_month from asset_setting s where s.merchant_id = l.merchant_id)) x`

/** Cars, their disposals and loans in the books. What depreciation costs is in the check of payables, which has the same account. */
export const assetChecks: MoneyChecks = {
  whole: [
    accountBalances([
      {
        account: account.fixedAsset,
        fen: 'x.fen',
        source: `(select merchant_id, opening_cost_fen + cost_fen as fen from asset_month union all select d.merchant_id, - d.cost_fen from ${disposals}) x`,
        what: '固定资产原值与账簿不一致',
      },
      {
        account: account.depreciation,
        fen: 'x.fen',
        source: `(select merchant_id, - opening_fen - depreciation_fen as fen from asset_month union all select d.merchant_id, d.depreciated_fen from ${disposals}) x`,
        what: '累计折旧与账簿不一致',
      },
      { account: account.assetOpening, fen: 'x.fen', source: opening, what: '资产期初与账簿不一致' },
      { account: account.assetPayable, fen: 'x.fen', source: bought, what: '应付购车款与账簿不一致' },
      {
        account: account.carLoan,
        fen: 'x.fen',
        source: `(select l.merchant_id, - l.booked_fen as fen from ${loans} union all
          select merchant_id, fen from car_loan_repayment where posted and undone_at is null) x`,
        what: '车辆贷款余额与账簿不一致',
      },
      {
        account: account.disposalReceivable,
        fen: 'x.fen',
        source: `(select d.merchant_id, d.proceeds_fen as fen from ${disposals} union all
          select merchant_id, - proceeds_fen from asset_disposal where received_posted and cancelled_at is null) x`,
        what: '应收处置款与账簿不一致',
      },
      { account: account.disposalTax, fen: '- d.tax_fen', source: disposals, what: '处置应交增值税与账簿不一致' },
      {
        account: account.disposalGain,
        fen: '- greatest(d.gain_fen, 0)',
        source: disposals,
        what: '资产处置收益与账簿不一致',
      },
      {
        account: account.disposalLoss,
        fen: 'greatest(- d.gain_fen, 0)',
        source: disposals,
        what: '资产处置损失与账簿不一致',
      },
    ]),
    `select k.merchant_id, null::text, '车辆 ' || v.plate || ' 累计折旧大于原值', k.cost_fen, k.gone_fen
       from ${months} k join vehicle v on v.merchant_id = k.merchant_id and v.id = k.vehicle_id
      where k.gone_fen > k.cost_fen or k.gone_fen < 0 or k.cost_fen < 0`,
    `select m.merchant_id, null::text, to_char(m.month, 'YYYY-MM') || ' 折旧与凭证不一致', m.fen, coalesce(e.fen, 0)
       from (select merchant_id, month, sum(depreciation_fen) as fen from asset_month group by 1, 2) m
         left join ledger_txn t on t.merchant_id = m.merchant_id and t.idem_key = 'J29:' || to_char(m.month, 'YYYY-MM')
         left join (select merchant_id, txn_id, sum(debit_fen - credit_fen) as fen from ledger_entry where account = '${account.carCost}' group by 1, 2) e
           on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where m.fen <> coalesce(e.fen, 0)`,
    `select d.merchant_id, null::text, '车辆处置 ' || d.id || ' 与资产账不一致', d.cost_fen - d.depreciated_fen, coalesce(k.cost_fen - k.gone_fen, 0)
       from (select * from ${disposals}) d left join ${months} k on k.merchant_id = d.merchant_id and k.vehicle_id = d.vehicle_id
      where d.cost_fen <> coalesce(k.cost_fen, 0) or d.depreciated_fen <> coalesce(k.gone_fen, 0)`,
    `select l.merchant_id, null::text, '车辆贷款 ' || l.id || ' 已还本金与还款不一致', l.repaid_fen, coalesce(y.fen, 0)
       from car_loan l left join (select merchant_id, loan_id, sum(fen) as fen from car_loan_repayment where undone_at is null group by 1, 2) y
         on y.merchant_id = l.merchant_id and y.loan_id = l.id
      where l.repaid_fen <> coalesce(y.fen, 0)`,
  ],
}
