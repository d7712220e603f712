import { orderStatus, reduceType } from '@cheyi/domain/booking/order/codes'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import type { CaseKind } from '@cheyi/domain/money/claim/claim'
import { deductResult, depositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { flowKind, payKind, payMode, paymentStatus, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { handMadeKeys } from '@cheyi/domain/money/payment/correction'
import { account, clearingOf, deductionEntry, depositAccount } from '@cheyi/domain/money/payment/ledger'
import { differenceKind, differenceState, lineKind } from '@cheyi/domain/money/reconcile/compare'
import { reimbursementStatus } from '@cheyi/domain/money/reimbursement/codes'
import { statementState } from '@cheyi/domain/sales/channel/codes'
import { earnedSql } from '../accrue.ts'
import { accountSql, earnedAccountsSql, moneyAccountsSql } from '../money-sql.ts'

/*
 * Compares every payment and deduction with its ledger entry, and each cash shift with the sums by payment method. Each statement selects
 * merchant, order number, what, stored and rebuilt, as differences.ts reads them.
 */

/** SQL: maps a code to its account. */
const accountBy = <C extends number>(column: string, codes: readonly C[], of: (code: C) => string): string =>
  `case ${column} ${codes.map((code) => `when ${code} then '${of(code)}'`).join(' ')} end`

const clearing = (p: string) => accountBy(`${p}.pay_way`, payWays.values, clearingOf)

/** SQL: the account on the other side of the cash shift: the deposit, or the receivable. */
const counter = (p: string) => `case ${p}.pay_kind when ${payKind.rentalDeposit} then '${account.depositRental}'
  when ${payKind.violationDeposit} then '${account.depositViolation}' else '${account.receivable}' end`

const sign = (p: string) => `case ${p}.direction when 'in' then 1 else -1 end`

/** The lines that each successful payment must have posted: cash shift and counter account. */
const paid = `
  select p.merchant_id, p.order_id, p.id::text as of_id, line.account, line.fen
  from payment p cross join lateral (values (${clearing('p')}, ${sign('p')} * p.amount_fen),
    (${counter('p')}, -(${sign('p')}) * p.amount_fen)) as line (account, fen)
  where p.status = ${paymentStatus.succeeded} and p.hold_id is null`

/** SQL: a capture is new money by the payment method of the authorization; any other manual deduction takes deposit money. */
const takenFrom = `case when n.pay_way is not null then ${clearing('n')} else case n.mode when ${payMode.offlineDeduct} then ${accountBy('d.kind', depositKinds.values, depositAccount)} when ${payMode.platformDeduct} then '${account.platformClearing}' else '${account.onlineClearing}' end end`

/** The lines that each successful deduction must have posted; a refunded one succeeded before. */
const taken = `
  select n.merchant_id, n.order_id, n.id::text as of_id, line.account, line.fen
  from deposit_deduction n join deposit d on d.merchant_id = n.merchant_id and d.id = n.deposit_id
    cross join lateral (values (${takenFrom}, n.amount_fen), ('${account.receivable}', -n.amount_fen)) as line (account, fen)
  where n.result in (${deductResult.succeeded}, ${deductResult.refunded})`

/** The lines that claims of these kinds must have posted: what the merchant paid is passed on, the rest is its income. */
const claimLinesSql = (kinds: readonly CaseKind[]) => `
  select c.merchant_id, c.order_id, c.id::text as of_id, line.account, sum(line.fen) as fen
  from claim c cross join lateral (values ('${account.receivable}', c.payable_fen), ('${account.violationAdvance}', -c.passed_fen),
    (c.credited, c.passed_fen - c.payable_fen)) as line (account, fen)
  where c.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}) and c.credited is not null and line.fen <> 0
  group by 1, 2, 3, 4`

/** The lines that each withdrawal must have posted: the claim is removed, whichever account held its credit by then. */
const withdrawn = `
  select merchant_id, order_id, id::text as of_id, '${account.receivable}' as account, -withdrawn_fen as fen
  from claim where credited is not null and withdrawn_fen > 0`

/** The refunded part of a claim is neither a claim nor income; of a fine that was passed on it is the merchant's cost. */
const dropped = `
  select c.merchant_id, c.order_id, c.id::text as of_id, line.account, line.fen
  from claim c cross join lateral (select least(c.refunded_fen, c.payable_fen - c.passed_fen) as fees) part
    cross join lateral (values ('${account.receivable}', -c.refunded_fen), (c.credited, part.fees),
      ('${account.otherExpense}', c.refunded_fen - part.fees)) as line (account, fen)
  where c.credited is not null and c.refunded_fen > 0 and line.fen <> 0`

/** The lines that each paid reimbursement must have posted: the receivable of the customer falls. */
const reimbursed = `
  select merchant_id, order_id, id::text as of_id, '${account.receivable}' as account, -amount_fen as fen
  from reimbursement where status = ${reimbursementStatus.done}`

/** The payments of a reimbursement must equal its paid amount. */
const paidOut = `
  select r.merchant_id, o.order_no, '报销 ' || r.id || ' 的打款金额与付款单不一致', r.paid_fen, coalesce(p.fen, 0)
  from reimbursement r join "order" o on o.merchant_id = r.merchant_id and o.id = r.order_id
    left join (select merchant_id, ref_id, sum(amount_fen) as fen from payment
      where ref_type = 'reimbursement' and direction = 'out' and status = ${paymentStatus.succeeded} group by merchant_id, ref_id) p
      on p.merchant_id = r.merchant_id and p.ref_id = r.id
  where r.paid_fen <> coalesce(p.fen, 0)`

/** The lines that each written-off debt must have posted. */
const givenUp = `
  select w.merchant_id, w.order_id, w.id::text as of_id, line.account, line.fen
  from write_off w cross join lateral (values ('${account.badDebt}', w.amount_fen), ('${account.receivable}', -w.amount_fen))
    as line (account, fen)`

/** Per order: the amount recovered of written-off debts. */
const paidAfterAll = `
  select w.merchant_id, o.order_no, '核销后收回与凭证不一致', coalesce(e.fen, 0), w.fen
  from (select merchant_id, order_id, sum(recovered_fen) as fen from write_off group by merchant_id, order_id) w
    join "order" o on o.merchant_id = w.merchant_id and o.id = w.order_id
    left join (select merchant_id, order_id, sum(credit_fen) as fen from ledger_entry where account = '${account.badDebt}'
      group by merchant_id, order_id) e on e.merchant_id = w.merchant_id and e.order_id = w.order_id
  where w.fen <> coalesce(e.fen, 0)`

/** Compares ledger and rows by account and order; a side without a row is a difference too. */
const against = (what: string, rows: string, books: string) => `
  select coalesce(r.merchant_id, b.merchant_id), o.order_no,
    '${what} ' || coalesce(r.of_id, b.of_id) || ' 与凭证不符（' || coalesce(r.account, b.account) || '）',
    coalesce(b.fen, 0), coalesce(r.fen, 0)
  from (${rows}) r
    full join (${books}) b on b.merchant_id = r.merchant_id and b.of_id = r.of_id and b.order_id = r.order_id
      and b.account = r.account
    left join "order" o on o.merchant_id = coalesce(r.merchant_id, b.merchant_id)
      and o.id = coalesce(r.order_id, b.order_id)
  where r.fen is distinct from b.fen`

const entries = (ofId: string, only: string) => `
  select t.merchant_id, e.order_id, ${ofId} as of_id, ${accountSql('e')} as account, sum(e.debit_fen - e.credit_fen) as fen
  from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
  where ${only} group by 1, 2, 3, 4`

/** A sample entry of a deduction, for its journal and key prefix; the key ends with the id of the deduction. */
const deduction = deductionEntry('', depositKind.rental, 'paid', 0)

/** SQL: the id of the row in the key of an entry of a journal. */
const keyedBy = (journal: number) => `replace(t.idem_key, 'J${journal}:', '')`

const cashShifts = [
  [account.cashOnHand, '现金'],
  [account.bank, '银行存款'],
  [account.posClearing, 'POS待清算'],
  [account.otherClearing, '其他待清算'],
  [account.cashOffline, '线下收款'],
  [account.onlineClearing, '线上待清算'],
  [account.platformClearing, '平台待清算'],
] as const
const inCashShifts = `account in (${moneyAccountsSql})`
const nameOfCashShift = (cashShift: string) =>
  `case ${cashShift} ${cashShifts.map(([name, words]) => `when '${name}' then '${words}'`).join(' ')} end`

/** What the channel owes for a valid order; nothing for a cancelled or unbooked one. */
const subsidies = `
  select i.merchant_id, i.order_id, '${account.platformClearing}' as account, -i.amount_fen as fen
  from order_item i join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
  where i.status = 'active' and i.reduce_type = ${reduceType.channelSubsidy}
    and o.status not in (${orderStatus.notSubmitted}, ${orderStatus.cancelling}, ${orderStatus.cancelled})`

/** The commission of its platform, which never arrives in the bank. */
const commissions = `
  select merchant_id, order_id, '${account.platformClearing}' as account, credit_fen - debit_fen as fen
  from ledger_entry where account = '${account.channelCommission}' and order_id is not null`

/** Settled lines of the statements of platforms: the remitted amount is in the bank. */
const statements = `
  select l.merchant_id, l.order_id, line.account, line.fen
  from channel_statement_line l cross join lateral (values ('${account.bank}', l.net_fen), ('${account.platformClearing}', -l.ours_fen))
    as line (account, fen)
  where l.state = ${statementState.settled} and l.order_id is not null and line.fen <> 0`

/** The commission of an order against its contract: a share of what the order has earned. */
const shared = `
  select o.merchant_id, o.order_no, '渠道佣金与合同比例不一致', coalesce(c.fen, 0), coalesce(c.base, 0) * o.commission_bp / 10000
  from (select e.merchant_id, e.order_id, sum(e.debit_fen - e.credit_fen) filter (where e.account = '${account.channelCommission}') as fen,
        sum(e.credit_fen - e.debit_fen) filter (where e.account <> '${account.channelCommission}' and ${earnedSql('t')}) as base
      from ledger_entry e join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id
      where e.account in ('${account.channelCommission}', ${earnedAccountsSql})
        and e.order_id in (select order_id from ledger_entry where account = '${account.channelCommission}'
          union all select id from "order" where commission_bp > 0)
      group by 1, 2) c
    join "order" o on o.merchant_id = c.merchant_id and o.id = c.order_id
  where abs(coalesce(c.fen, 0) * 10000 - coalesce(c.base, 0) * o.commission_bp) > 5000`

/** Each clearing account against the sums by payment method, order by order. */
const byWay = `
  select coalesce(r.merchant_id, b.merchant_id), o.order_no,
    ${nameOfCashShift('coalesce(r.account, b.account)')} || '余额与按支付方式的收退款不一致', coalesce(b.fen, 0), coalesce(r.fen, 0)
  from (select merchant_id, order_id, account, sum(fen) as fen
      from (select merchant_id, order_id, account, fen from (${paid}) p where ${inCashShifts}
        union all select merchant_id, order_id, account, fen from (${taken}) n where ${inCashShifts}
        union all ${subsidies} union all ${commissions} union all ${statements}) x group by merchant_id, order_id, account) r
    full join (select e.merchant_id, e.order_id, ${accountSql('e')} as account, sum(e.debit_fen - e.credit_fen) as fen
      from ledger_entry e where e.${inCashShifts} and e.order_id is not null group by 1, 2, 3) b
      on b.merchant_id = r.merchant_id and b.order_id = r.order_id and b.account = r.account
    left join "order" o on o.merchant_id = coalesce(r.merchant_id, b.merchant_id)
      and o.id = coalesce(r.order_id, b.order_id)
  where coalesce(r.fen, 0) <> coalesce(b.fen, 0)`

/** The labels of a money entry (payment method, cashier, shift) must equal those of its payment or deduction. */
const labelled = `
  select e.merchant_id, o.order_no, '凭证 ' || t.idem_key || ' 的收退款归属与记录不一致', coalesce(e.pay_way, 0), coalesce(p.pay_way, n.pay_way, 0)
  from ledger_entry e
    join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id
    join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
    left join payment p on p.merchant_id = t.merchant_id and p.id = t.payment_id
    left join deposit_deduction n on n.merchant_id = t.merchant_id and t.journal = ${deduction.journal}
      and '${deduction.idemKey}' || n.id = t.idem_key
  where e.${inCashShifts} and ((e.pay_way, e.flow_kind, e.moved_on) is distinct from (coalesce(p.pay_way, n.pay_way),
      coalesce(p.pay_kind, case when n.pay_way is not null then ${flowKind.deduction} end),
      case when coalesce(p.pay_way, n.pay_way) is not null then t.posted_on end)
    or e.moved_on is not null and e.store_id is null)`

/** The opening entries split the former single account for all manual methods into one account per method, store by store. */
const opened = `
  select coalesce(r.merchant_id, b.merchant_id), null::text,
    '门店 ' || coalesce(r.store_id, b.store_id) || ' 期初' || ${nameOfCashShift('coalesce(r.account, b.account)')} || '与旧账不一致',
    coalesce(b.fen, 0), coalesce(r.fen, 0)
  from (select e.merchant_id, e.store_id, a.account, sum(a.sign * (e.debit_fen - e.credit_fen)) as fen
      from ledger_entry e cross join lateral (values (${accountSql('e')}, 1), ('${account.cashOffline}', -1)) as a (account, sign)
      where e.account = '${account.cashOffline}' and e.moved_on is not null group by 1, 2, 3) r
    full join (select e.merchant_id, e.store_id, e.account, sum(e.debit_fen - e.credit_fen) as fen
      from ledger_entry e join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id
      where t.journal = 23 and t.idem_key like 'J23:opening:%' group by 1, 2, 3) b
      on b.merchant_id = r.merchant_id and b.store_id = r.store_id and b.account = r.account
  where coalesce(r.fen, 0) <> coalesce(b.fen, 0)`

/** A closed shift stores the counted amount of each payment method, and the expected one, which must equal its entries. */
const counted = `
  select c.merchant_id, null::text, '班次 ' || c.shift_id || ' ' || line.what, line.stored, line.rebuilt
  from cash_count c
    join cash_shift s on s.merchant_id = c.merchant_id and s.id = c.shift_id
    cross join lateral (select case c.pay_way when ${payWay.cash} then s.opening_fen else 0 end
        + coalesce(sum(e.debit_fen - e.credit_fen), 0) as holds,
        coalesce(sum(e.debit_fen - e.credit_fen) filter (where e.flow_kind = ${flowKind.difference}), 0) as difference
      from ledger_entry e where e.merchant_id = c.merchant_id and e.shift_id = c.shift_id and e.pay_way = c.pay_way) b
    cross join lateral (values ('清点金额与账簿不一致', c.counted_fen, b.holds), ('应有金额与账簿不一致', c.expected_fen, b.holds - b.difference))
      as line (what, stored, rebuilt)
  where line.stored <> line.rebuilt
  union all
  select s.merchant_id, null, '班次 ' || s.id || ' 有未清点的收退款', sum(e.debit_fen - e.credit_fen), 0
  from cash_shift s join ledger_entry e on e.merchant_id = s.merchant_id and e.shift_id = s.id
  where s.status = ${shiftStatus.closed} and not exists (select from cash_count c where c.merchant_id = s.merchant_id and c.shift_id = s.id and c.pay_way = e.pay_way)
  group by s.merchant_id, s.id having sum(e.debit_fen - e.credit_fen) <> 0`

/** SQL: the amount that a provider reports for a difference, less its fee. */
const netOf = (d: string) =>
  `coalesce(case ${d}.line_kind when ${lineKind.payment} then ${d}.theirs_fen else -${d}.theirs_fen end, 0) - ${d}.fee_fen - ${d}.borne_fen`

/** Cash deposits to the bank against their entries. */
const handedIn = `
  select coalesce(h.merchant_id, b.merchant_id), null::text, '交存银行 ' || coalesce(h.id::text, b.of_id) || ' 与凭证不一致',
    coalesce(b.fen, 0), coalesce(h.amount_fen, 0)
  from cash_hand_in h
    full join (select t.merchant_id, replace(t.idem_key, 'J23:', '') as of_id, sum(e.debit_fen - e.credit_fen) as fen
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where t.journal = 23 and e.account = '${account.bank}' and e.flow_kind = ${flowKind.handIn} group by 1, 2) b
      on b.merchant_id = h.merchant_id and b.of_id = h.id::text
  where h.amount_fen is distinct from b.fen`

/** Recorded bank arrivals against their entries: the bank account and the clearing account that the money left. */
const arrivedInBank = `
  select coalesce(r.merchant_id, b.merchant_id), null::text, '到账 ' || coalesce(r.of_id, b.of_id) || ' 与凭证不一致（' || coalesce(r.account, b.account) || '）',
    coalesce(b.fen, 0), coalesce(r.fen, 0)
  from (select a.merchant_id, a.id::text as of_id, line.account, line.fen
      from arrival a cross join lateral (values ('${account.bank}', a.amount_fen), (a.account, -a.amount_fen - a.fee_fen)) as line (account, fen)
      where line.fen <> 0) r
    full join (select t.merchant_id, split_part(t.idem_key, ':', 3) as of_id, e.account, sum(e.debit_fen - e.credit_fen) as fen
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where t.journal = 23 and t.idem_key like 'J23:arrival:%' and e.${inCashShifts} group by 1, 2, 3) b
      on b.merchant_id = r.merchant_id and b.of_id = r.of_id and b.account = r.account
  where coalesce(r.fen, 0) <> coalesce(b.fen, 0)`

/**
 * Settled provider bills against their entries (J23). The bank receives the billed amount less the fee and less the differences; each
 * difference that was booked, or found to agree, has its own entry.
 */
const settled = `
  select coalesce(r.merchant_id, b.merchant_id), null::text, '对账 ' || coalesce(r.of_id, b.of_id) || ' 与凭证不一致', coalesce(b.fen, 0), coalesce(r.fen, 0)
  from (
    select p.merchant_id, p.id::text as of_id, p.in_fen - p.out_fen - p.fee_fen - p.borne_fen - coalesce(sum(${netOf('d')}), 0) as fen
    from pay_bill p left join bill_difference d on d.merchant_id = p.merchant_id and d.bill_id = p.id
    where p.compared_at is not null group by 1, 2, p.in_fen, p.out_fen, p.fee_fen, p.borne_fen
    union all
    select d.merchant_id, 'd' || d.id, ${netOf('d')} from bill_difference d where d.state <> ${differenceState.open}
      and d.kind <> ${differenceKind.missingThere}) r
    full join (select t.merchant_id, split_part(t.idem_key, ':', 3) as of_id, sum(e.debit_fen - e.credit_fen) as fen
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where t.journal = 23 and t.idem_key like 'J23:bill:%' and e.account = '${account.bank}' group by 1, 2) b
      on b.merchant_id = r.merchant_id and b.of_id = r.of_id
  where coalesce(r.fen, 0) <> coalesce(b.fen, 0)`

/** Journals of manual postings. */
const byHand = [...new Set(Object.values(handMadeKeys).map((key) => Number.parseInt(key.slice(1), 10)))].join(', ')

/**
 * A correction and its reverse entry exist together; entries of a step are reversed by the undo of that step. A reverse leaves a balance
 * of 0 in every account of the entry that it names.
 */
const corrected = `
  select coalesce(c.merchant_id, r.merchant_id), o.order_no, '更正 ' || coalesce(c.txn_id, r.reverses_txn_id) || ' 与凭证不一致',
    coalesce(left_over.fen, 0), case when c.txn_id is null and r.made or r.id is null then 1 else 0 end
  from ledger_correction c
    full join (select t.*, made.journal in (${byHand}) as made from ledger_txn t
        join ledger_txn made on made.merchant_id = t.merchant_id and made.id = t.reverses_txn_id where t.journal = 21) r
      on r.merchant_id = c.merchant_id and r.reverses_txn_id = c.txn_id
    left join "order" o on o.merchant_id = r.merchant_id and o.id = r.order_id
    left join lateral (select sum(abs(x.fen)) as fen from (
      select sum(e.debit_fen - e.credit_fen) as fen from ledger_entry e
        where e.merchant_id = r.merchant_id and e.txn_id in (r.id, r.reverses_txn_id) group by e.account) x) left_over on true
  where c.txn_id is null and r.made or r.id is null or left_over.fen <> 0`

export const evidence: readonly string[] = [
  against('收退款', paid, entries('t.payment_id::text', 't.payment_id is not null')),
  against(
    '押金扣款',
    taken,
    entries(`replace(t.idem_key, '${deduction.idemKey}', '')`, `t.journal = ${deduction.journal}`),
  ),
  against('补款或车损', claimLinesSql(['damage', 'supplement']), entries(keyedBy(11), 't.journal = 11')),
  against(
    '退还车损或违章费用',
    dropped,
    entries(`split_part(t.idem_key, ':', 3)`, `t.journal = 17 and t.idem_key like 'J17:claim:%'`),
  ),
  against('违章费用', claimLinesSql(['violation']), entries(keyedBy(12), 't.journal = 12 and t.order_id is not null')),
  against(
    '取消补款、车损或违章费用',
    withdrawn,
    entries(keyedBy(20), `t.journal = 20 and t.idem_key not like 'J20:fee:%' and e.account = '${account.receivable}'`),
  ),
  against(
    '报销退款',
    reimbursed,
    entries(keyedBy(18), `t.journal = 18 and t.idem_key not like 'J18:fuel:%' and e.account = '${account.receivable}'`),
  ),
  paidOut,
  against('坏账核销', givenUp, entries(keyedBy(19), `t.journal = 19 and t.idem_key not like 'J19:back:%'`)),
  paidAfterAll,
  byWay,
  shared,
  labelled,
  corrected,
  // An entry must name the order of its transaction.
  `select t.merchant_id, o.order_no, '凭证 ' || t.idem_key || ' 的分录记在其他订单', sum(e.debit_fen), 0
   from ledger_txn t
     join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.order_id is distinct from t.order_id
     left join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   group by t.merchant_id, o.order_no, t.idem_key`,
]

/** Comparisons of money that belongs to no order. */
export const wholeEvidence: readonly string[] = [opened, counted, handedIn, arrivedInBank, settled]
