import { orderItemType, orderKind, orderStatus, settleStatus } from '@cheyi/domain/booking/order/codes'
import { claimState } from '@cheyi/domain/money/claim/codes'
import {
  depositKind,
  depositPayStatus,
  depositStatus,
  holdStatus,
  inHandStatuses,
  openHoldStatuses,
} from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { expenseStatus } from '@cheyi/domain/money/expense/codes'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { dueSql } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { earnedAccountsSql, moneyAccountsSql } from '../money-sql.ts'
import {
  movedSql,
  paidByBooksSql,
  paidSql,
  refundedByBooksSql,
  refundingSql,
  standingSql,
  tookSql,
} from '../paid-sql.ts'
import { creditSql, pendingRefundSql } from '../refund-wait.ts'
import { REFUND_THERE } from '../store.ts'
import { cachedColumnSql, joinChecks, type MoneyChecks } from './checks.ts'
import { costSums } from './cost-sums.ts'
import { earnedDays } from './earned-days.ts'
import { evidence, wholeEvidence } from './evidence.ts'
import { type Moved, monthsSql, ordersSql } from './moved.ts'

/*
 * Compares the money that the rows state with the ledger. Every cached amount is recomputed from its source; nothing is repaired. The
 * statements name no merchant: row-level security of the transaction decides which rows are compared.
 */

/** A discrepancy. Amounts in fen; `what` is Chinese text for an accountant. */
export interface Difference {
  readonly merchantId: string
  /** Null for an entry without an order. */
  readonly orderNo: string | null
  readonly what: string
  /** The stored value and the recomputed one: fen, or a status as a code or word. */
  readonly stored: number | string
  readonly rebuilt: number | string
  readonly unit: 'fen' | 'code'
}

interface Row {
  merchantId: string
  orderNo: string | null
  what: string
  /** A sum of bigint is numeric in PostgreSQL, which may be returned as text. */
  stored: number | string
  rebuilt: number | string
}

const openStatuses = `(${paymentStatus.waiting}, ${paymentStatus.processing}, ${paymentStatus.failed})`
const inHandCodes = `(${inHandStatuses.join(', ')})`

/** SQL: a payment `p` that refunds credit of its order. */
const refunds = `p.direction = 'out' and p.status <> ${paymentStatus.closed} and p.hold_id is null
  and p.ref_type not in ('deposit', 'reimbursement')`

/** Per order: debits minus credits of one account. */
const balance = (of: string) => `
  (select merchant_id, order_id, sum(debit_fen - credit_fen) as fen from ledger_entry
    where account = '${of}' group by merchant_id, order_id)`

const items = `
  (select merchant_id, order_id, sum(amount_fen) as fen from order_item
    where status = 'active' and item_type <> ${orderItemType.deposit} group by merchant_id, order_id)`

const held = `
  (select merchant_id, order_id, sum(held_fen - captured_fen - released_fen) as fen from deposit
    where pay_status in (${depositPayStatus.paid}, ${depositPayStatus.authorised}) group by merchant_id, order_id)`

/** An account whose balance must be 0 for the orders that match `only`. */
const zeroBalanceSql = (what: string, of: string, only: string) => `
  select o.merchant_id, o.order_no, '${what}', s.fen, 0
  from "order" o join ${balance(of)} s on s.merchant_id = o.merchant_id and s.order_id = o.id
  where ${only} and s.fen <> 0`

/** Per order: confirmed charges of its handovers. Those of a return count once the car is returned, interim ones at once. */
const charges = `
  (select x.merchant_id, x.order_id, sum(x.amount_fen) as fen
     from expense_item x join "order" r on r.merchant_id = x.merchant_id and r.id = x.order_id
    where not x.void and x.status <> ${expenseStatus.waived}
      and (r.status = ${orderStatus.returned} or r.status = ${orderStatus.pickedUp} and (x.type = ${handoverType.pickup} or x.bought is not null))
    group by x.merchant_id, x.order_id)`

/** Per order: what is owed for its cases, whether it is paid or not. Below: what cases in assessment are likely to cost. */
const claims = `
  (select merchant_id, order_id, sum(payable_fen - refunded_fen - withdrawn_fen) as fen from claim
    where credited is not null group by merchant_id, order_id)`
const expectedDamage = `
  (select merchant_id, order_id, sum(expected_fen) as fen from claim where state = ${claimState.expected} group by merchant_id, order_id)`

/** SQL: the part of the rental deposit that damage in assessment (`x`) retains, with 20% on top. */
const damageKeeps = 'round(coalesce(x.fen, 0) * 12 / 10.0)::bigint'

/** Per order: written-off debts that were not recovered. */
const givenUp = `
  (select merchant_id, order_id, sum(amount_fen - recovered_fen) as fen from write_off group by merchant_id, order_id)`

/** Per order: reductions of the bill, for returned days (J10), for fuel and by reimbursements (J18). */
const givenBack = `
  (select t.merchant_id, t.order_id, sum(e.credit_fen - e.debit_fen) as fen
     from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
    where e.account = '${account.receivable}' and t.journal in (10, 18)
      and not exists (select from ledger_txn u where u.merchant_id = t.merchant_id and u.reverses_txn_id = t.id)
    group by t.merchant_id, t.order_id)`

const joinSumsSql = (name: string, source: string) =>
  `left join ${source} ${name} on ${name}.merchant_id = o.merchant_id and ${name}.order_id = o.id`

/** Per long order: what its plan bills by now, with posted late fees. A row that was reduced to 0 before its end bills nothing. */
const rowsFen = `
  (select merchant_id, order_id, sum(billed_fen + coalesce(late_fee_fen, 0)) as fen from instalment group by merchant_id, order_id)`

/** The total of an order's bill against the ledger: paid or still owed. A long order bills its instalment rows. */
const bill = `
  select * from (
    select o.merchant_id, o.order_no, '账单合计与账簿不一致',
      coalesce(case when o.order_kind = ${orderKind.short} then item.fen else plan.fen end, 0) + coalesce(charge.fen, 0) + coalesce(claim.fen, 0) - coalesce(back.fen, 0) - coalesce(lost.fen, 0) as bill,
      coalesce(owed.fen, 0) + coalesce(paid.fen, 0) - coalesce(refunded.fen, 0) as books
    from "order" o
      ${joinSumsSql('item', items)} ${joinSumsSql('plan', rowsFen)} ${joinSumsSql('charge', charges)} ${joinSumsSql('claim', claims)} ${joinSumsSql('lost', givenUp)} ${joinSumsSql('back', givenBack)}
      ${joinSumsSql('owed', balance(account.receivable))} ${joinSumsSql('paid', `(${paidSql})`)} ${joinSumsSql('refunded', `(${movedSql('out')})`)}
    where o.status between ${orderStatus.submitted} and ${orderStatus.returned}) c
  where bill <> books`

/** Per deposit: what its authorizations hold, after captures and releases. */
const authorised = `
  (select merchant_id, deposit_id, sum(amount_fen - captured_fen - released_fen) as fen
     from deposit_hold where status not in (${authHoldStatus.waiting}, ${authHoldStatus.closed}) group by merchant_id, deposit_id)`

/** The liability for paid-in deposits against what is still held of them; an authorization is no liability, because no money moved. */
const liability = (what: string, kind: number, of: string) => `
  select o.merchant_id, o.order_no, '${what}', -coalesce(s.fen, 0), coalesce(d.fen, 0)
  from "order" o
    left join ${balance(of)} s on s.merchant_id = o.merchant_id and s.order_id = o.id
    left join (select p.merchant_id, p.order_id, p.held_fen - p.captured_fen - p.released_fen - coalesce(h.fen, 0) as fen
      from deposit p left join ${authorised} h on h.merchant_id = p.merchant_id and h.deposit_id = p.id
      where p.kind = ${kind}) d on d.merchant_id = o.merchant_id and d.order_id = o.id
  where -coalesce(s.fen, 0) <> coalesce(d.fen, 0)`

/** The last closed month of each merchant; all months before it are closed too. */
const closedTo = `(select merchant_id, max(month) as month from closed_month group by merchant_id)`

/** Sums and balances of closed months (试算平衡表) against the entries and against the preceding month. */
const [monthBalances, openings] = [
  `select coalesce(b.merchant_id, e.merchant_id), null::text,
     to_char(coalesce(b.month, e.month), 'YYYY-MM') || ' 试算平衡表与凭证不一致（' || coalesce(b.account, e.account) || ' ' || s.side || '）',
     s.stored, s.rebuilt
   from trial_balance b full join (
     select t.merchant_id, date_trunc('month', t.posted_on)::date as month, e.account, sum(e.debit_fen) as debit_fen,
         sum(e.credit_fen) as credit_fen
       from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
         join ${closedTo} c on c.merchant_id = t.merchant_id and t.posted_on < c.month + interval '1 month'
       group by 1, 2, 3) e on e.merchant_id = b.merchant_id and e.month = b.month and e.account = b.account
     cross join lateral (values ('借方', coalesce(b.debit_fen, 0), coalesce(e.debit_fen, 0)),
       ('贷方', coalesce(b.credit_fen, 0), coalesce(e.credit_fen, 0))) s (side, stored, rebuilt)
   where s.stored <> s.rebuilt`,
  `select coalesce(b.merchant_id, p.merchant_id), null::text,
     to_char(coalesce(b.month, p.next), 'YYYY-MM') || ' 期初余额与上月期末不一致（' || coalesce(b.account, p.account) || '）',
     coalesce(b.opening_fen, 0), coalesce(p.closing_fen, 0)
   from trial_balance b full join (
     select b.merchant_id, (b.month + interval '1 month')::date as next, b.account, b.closing_fen
       from trial_balance b join ${closedTo} c on c.merchant_id = b.merchant_id and b.month < c.month) p
     on p.merchant_id = b.merchant_id and p.next = b.month and p.account = b.account
   where coalesce(b.opening_fen, 0) <> coalesce(p.closing_fen, 0)`,
]

/** The stored sums of each account by day and by month against its entries. */
const keptSums = (sides: string) => `
  select coalesce(k.merchant_id, e.merchant_id), null::text,
    coalesce(k.from_on, e.from_on) || case coalesce(k.span, e.span) when 'day' then ' 当日' else ' 当月' end || '发生额与凭证不一致（'
      || coalesce(k.account, e.account) || ' ' || s.side || '）', s.stored, s.rebuilt
  from (select merchant_id, span, from_on, account, sum(debit_fen) as debit_fen, sum(credit_fen) as credit_fen, sum(n) as n from (
      select merchant_id, span, from_on, account, debit_fen, credit_fen, n from ledger_sum
      union all
      select c.merchant_id, x.span, x.from_on, c.account, c.debit_fen, c.credit_fen, c.n from ledger_change c ${spansOf('c')}) k group by 1, 2, 3, 4) k
    full join (select t.merchant_id, x.span, x.from_on, e.account, sum(e.debit_fen) as debit_fen, sum(e.credit_fen) as credit_fen, count(*) as n
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id ${spansOf('t')} group by 1, 2, 3, 4) e
    on (e.merchant_id, e.span, e.from_on, e.account) = (k.merchant_id, k.span, k.from_on, k.account)
    cross join lateral (values ${sides}) s (side, stored, rebuilt)
  where s.stored <> s.rebuilt`
const spansOf = (t: string) =>
  `cross join lateral (values ('day', ${t}.posted_on), ('month', date_trunc('month', ${t}.posted_on)::date)) x (span, from_on)`
const keptSide = (side: string, column: string) => `('${side}', coalesce(k.${column}, 0), coalesce(e.${column}, 0))`

/** The stored unearned revenue of orders against the ledger. */
const unearned = `
  select coalesce(k.merchant_id, e.merchant_id), o.order_no, '订单预收租金余额与凭证不一致', coalesce(k.fen, 0), coalesce(e.fen, 0)
  from order_unearned k
    full join (select merchant_id, order_id, sum(credit_fen - debit_fen) as fen from ledger_entry
      where account = '${account.unearned}' and order_id is not null group by 1, 2 having sum(credit_fen - debit_fen) <> 0) e
      on e.merchant_id = k.merchant_id and e.order_id = k.order_id
    left join "order" o on o.merchant_id = coalesce(k.merchant_id, e.merchant_id) and o.id = coalesce(k.order_id, e.order_id)
  where coalesce(k.fen, 0) <> coalesce(e.fen, 0)`

/** The flag of the order row that says whether a part of a deposit is still held. */
const inHandMarks = `
  select o.merchant_id, o.order_no, '订单有无在押押金与押金不一致', o.deposit_in_hand::int, coalesce(d.n, 0)
  from "order" o left join (select merchant_id, order_id, 1 as n from deposit
    where held_fen > captured_fen + released_fen
      and hold_status in (${openHoldStatuses.join(', ')})
    group by merchant_id, order_id) d on d.merchant_id = o.merchant_id and d.order_id = o.id
  where o.deposit_in_hand::int <> coalesce(d.n, 0)`

/** The day of an entry against that of its transaction. */
const entryDays = `
  select e.merchant_id, null::text, '凭证 ' || t.id || ' 的分录日期与凭证不一致', coalesce(e.posted_on::text, ''), t.posted_on::text
  from ledger_entry e join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id where e.posted_on is distinct from t.posted_on`

/** The unpaid part of the prepayment until the pickup. */
const prepayDue = `
  (select merchant_id, id as order_id, greatest(0, least(owed_fen + refunding_fen,
       prepay_fen - paid_fen + refunded_fen + refunding_fen - refund_expense_fen)) as fen
     from "order" where prepay_fen is not null and platform_fen = 0 and status between ${orderStatus.submitted} and ${orderStatus.arranged})`

const inHand = `
  (select merchant_id, order_id,
     bool_or(kind = ${depositKind.rental} and hold_status in ${inHandCodes}) as rental,
     sum(held_fen - captured_fen - released_fen - in_flight_fen) filter (where kind = ${depositKind.rental}) as rental_fen,
     max(due_release_at) filter (where kind = ${depositKind.violation} and hold_status in ${inHandCodes}) as violation_at,
     coalesce(sum(held_fen - captured_fen - released_fen - in_flight_fen) filter (where kind = ${depositKind.violation}
       and hold_status in ${inHandCodes}), 0) as violation_fen,
     sum(held_fen - captured_fen - released_fen - in_flight_fen) as all_fen
   from deposit group by merchant_id, order_id)`

/**
 * Refunds that exceeded the amount that was refundable at that moment. Money rows are numbered in the order in which they are written,
 * under the lock of their order, so a refund counts from its own row on and its entry (J6) adds nothing. Three kinds of refunds count
 * but are not judged: one that still names its reimbursement, because it was sent before the cancelled order had that credit; one of
 * money that arrived although nothing was owed (J7), which goes back whatever else is owed; and one that was made in the provider's back
 * office, which is posted as it happened.
 */
const overpaidBack = `
  select m.merchant_id, o.order_no, '退款 ' || m.no || ' 超过当时可退金额', m.fen, m.fen - m.due
  from (select merchant_id, order_id, no, fen, sum(fen) over (partition by merchant_id, order_id order by id) as due
    from (select p.merchant_id, p.order_id, p.id, case when (p.ref_type <> 'order' or p.ref_id is null) and p.out_trade_no not like '${REFUND_THERE}%' and not exists (select from ledger_txn l
            where l.merchant_id = p.merchant_id and l.payment_id = p.origin_payment_id and l.journal = 7) then p.out_trade_no end as no, p.amount_fen as fen
        from payment p where ${refunds}
      union all
      select t.merchant_id, t.order_id, t.id, null, e.debit_fen - e.credit_fen
        from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = '${account.receivable}'
          left join payment p on p.merchant_id = t.merchant_id and p.id = t.payment_id and ${refunds}
        where p.id is null) x) m
    join "order" o on o.merchant_id = m.merchant_id and o.id = m.order_id
  where m.no is not null and m.due > 0`

/** Negative rent and services: more was refunded than billed. */
const belowNothing = `
  select e.merchant_id, o.order_no, '租金及服务收入为负', -sum(e.debit_fen - e.credit_fen), 0
  from ledger_entry e join "order" o on o.merchant_id = e.merchant_id and o.id = e.order_id
  where e.account in ('${account.unearned}', ${earnedAccountsSql})
  group by e.merchant_id, o.order_no having sum(e.debit_fen - e.credit_fen) > 0`

const receipts = `
  select r.merchant_id, null::text, '收款单金额与分摊不一致', r.amount_fen, coalesce(p.fen, 0)
  from receipt r left join (select merchant_id, receipt_id, sum(amount_fen) as fen from payment
    where direction = 'in' and status = ${paymentStatus.succeeded} group by merchant_id, receipt_id) p
    on p.merchant_id = r.merchant_id and p.receipt_id = r.id
  where r.amount_fen <> coalesce(p.fen, 0)`

const ofMoney: readonly string[] = [
  unearned,
  earnedDays,
  cachedColumnSql('车损预估与车损单不一致', 'expected_damage_fen', expectedDamage),
  // A draft or a deleted order has a price but no bill.
  cachedColumnSql(
    '订单总额与费用明细不一致',
    'total_fen',
    items,
    `(o.status not in (${orderStatus.notSubmitted}, ${orderStatus.cancelled}) or s.fen is not null)`,
  ),
  cachedColumnSql('已收金额与收款、扣款记录不一致', 'paid_fen', `(${paidSql})`),
  cachedColumnSql('已退金额与退款记录不一致', 'refunded_fen', `(${movedSql('out')})`),
  cachedColumnSql('已收金额与账簿不一致', 'paid_fen', `(${paidByBooksSql})`),
  cachedColumnSql('已退金额与账簿不一致', 'refunded_fen', `(${refundedByBooksSql})`),
  cachedColumnSql('退款支出与账簿不一致', 'refund_expense_fen', balance(account.refundExpense)),
  cachedColumnSql('待收金额与账簿不一致', 'owed_fen', balance(account.receivable)),
  cachedColumnSql('在途退款与退款记录不一致', 'refunding_fen', `(${refundingSql})`),
  overpaidBack,
  belowNothing,
  cachedColumnSql('待收预付款与订单不一致', 'prepay_due_fen', prepayDue),
  cachedColumnSql('订单在押金额与押金不一致', 'held_deposit_fen', held),
  bill,
  zeroBalanceSql(
    '订单已结束，预收租金未结转',
    account.unearned,
    `o.status in (${orderStatus.returned}, ${orderStatus.cancelled})`,
  ),
  zeroBalanceSql('订单已结清，应收不为零', account.receivable, `o.settle_status = ${settleStatus.settled}`),
  liability('租车押金账簿余额与在押金额不一致', depositKind.rental, account.depositRental),
  liability('违章押金账簿余额与在押金额不一致', depositKind.violation, account.depositViolation),
  `select t.merchant_id, o.order_no, '凭证 ' || t.idem_key || ' 借贷不平', sum(e.debit_fen), sum(e.credit_fen)
   from ledger_txn t
     join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
     left join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   group by t.merchant_id, o.order_no, t.idem_key having sum(e.debit_fen) <> sum(e.credit_fen)`,
  // Deposit money moves only between the deposit, a cash shift or provider, and the receivable; it is never income itself.
  `select t.merchant_id, o.order_no, '凭证 ' || t.idem_key || ' 的押金记入了其他科目', sum(e.debit_fen + e.credit_fen), 0
   from ledger_txn t
     join ledger_entry d on d.merchant_id = t.merchant_id and d.txn_id = t.id
       and d.account in ('${account.depositRental}', '${account.depositViolation}')
     join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account not in
       ('${account.depositRental}', '${account.depositViolation}', '${account.receivable}', ${moneyAccountsSql})
     left join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   group by t.merchant_id, o.order_no, t.idem_key`,
  `select * from (select o.merchant_id, o.order_no, '订单可退押金金额与押金不一致', o.rental_free_fen + o.violation_free_fen as kept,
       coalesce(case when h.rental then greatest(0, h.rental_fen - greatest(0, ${dueSql('o')}) - ${damageKeeps}) end, 0)
         + coalesce(case when o.open_violations = 0 then greatest(0, least(h.violation_fen, h.all_fen - greatest(0, ${dueSql('o')}))) end, 0) as rebuilt
     from "order" o left join ${inHand} h on h.merchant_id = o.merchant_id and h.order_id = o.id ${joinSumsSql('x', expectedDamage)}) f
   where kept <> rebuilt`,
  ...evidence,
  `select p.merchant_id, o.order_no, '收款 ' || p.out_trade_no || ' 的已退金额与退款单不一致', p.refunded_fen, coalesce(r.fen, 0)
   from payment p
     join "order" o on o.merchant_id = p.merchant_id and o.id = p.order_id
     left join (select merchant_id, origin_payment_id, sum(amount_fen) as fen from payment
       where status <> ${paymentStatus.closed} and origin_payment_id is not null
       group by merchant_id, origin_payment_id) r on r.merchant_id = p.merchant_id and r.origin_payment_id = p.id
   where p.refunded_fen <> coalesce(r.fen, 0)`,
  `select d.merchant_id, o.order_no, '押金在途金额与退款单不一致', d.in_flight_fen, coalesce(r.fen, 0)
   from deposit d
     join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
     left join (select merchant_id, ref_id, sum(amount_fen) as fen from payment
       where ref_type = 'deposit' and direction = 'out' and status in ${openStatuses}
       group by merchant_id, ref_id) r on r.merchant_id = d.merchant_id and r.ref_id = d.id
     left join (select merchant_id, deposit_id, sum(tied_fen) as fen from deposit_deduction where result is null
       group by merchant_id, deposit_id) n on n.merchant_id = d.merchant_id and n.deposit_id = d.id
   where d.in_flight_fen <> coalesce(r.fen, 0) + coalesce(n.fen, 0)`,
  `select h.merchant_id, o.order_no, '授权 ' || h.id || ' 的已扣金额与扣款记录不一致', h.captured_fen, coalesce(n.fen, 0)
   from deposit_hold h
     join "order" o on o.merchant_id = h.merchant_id and o.id = h.order_id
     left join (select merchant_id, hold_id, sum(amount_fen) as fen from deposit_deduction
       where ${tookSql} and hold_id is not null
       group by merchant_id, hold_id) n on n.merchant_id = h.merchant_id and n.hold_id = h.id
   where h.captured_fen <> coalesce(n.fen, 0)`,
  `select d.merchant_id, o.order_no, '押金已扣金额与扣款记录不一致', d.captured_fen, coalesce(n.fen, 0)
   from deposit d
     join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
     left join (select merchant_id, deposit_id, sum(${standingSql}) as fen from deposit_deduction where ${tookSql} and asked_fen is null
       group by merchant_id, deposit_id) n on n.merchant_id = d.merchant_id and n.deposit_id = d.id
   where d.captured_fen <> coalesce(n.fen, 0)`,
  `select d.merchant_id, o.order_no, '平台扣款金额与扣款记录不一致', d.platform_asked_fen + d.platform_taken_fen, coalesce(n.asked, 0) + coalesce(n.taken, 0)
   from deposit d
     join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
     left join (select merchant_id, deposit_id, sum(asked_fen) filter (where result is null) as asked, sum(amount_fen) filter (where ${tookSql}) as taken
       from deposit_deduction where asked_fen is not null
       group by merchant_id, deposit_id) n on n.merchant_id = d.merchant_id and n.deposit_id = d.id
   where (d.platform_asked_fen, d.platform_taken_fen) <> (coalesce(n.asked, 0), coalesce(n.taken, 0))
     or d.platform_asked_fen + d.platform_taken_fen > d.amount_fen`,
]

/** The labels of collection and waiver that the order row should show for its deposits. */
const labels = `
  (select merchant_id, order_id,
     coalesce(min(pay_status) filter (where pay_status <> ${depositPayStatus.waived}), ${depositPayStatus.waived}) as pay,
     case
       when bool_and(pay_status = ${depositPayStatus.waived}) and count(*) = 2 then ${depositStatus.bothFree}
       when bool_or(pay_status = ${depositPayStatus.waived} and kind = ${depositKind.rental}) then ${depositStatus.rentalFree}
       when bool_or(pay_status = ${depositPayStatus.waived} and kind = ${depositKind.violation}) then ${depositStatus.violationFree}
       else ${depositStatus.none} end as waived
   from deposit group by merchant_id, order_id)`

/** The deposits that can be released, rental first. */
const freeWord = (rental: string, violationAt: string) =>
  `coalesce(nullif(concat_ws('、', case when ${rental} then '租车押金' end, '违章押金 ' || ${violationAt}), ''), '无')`
const outweighs = (fen: string) => `(${dueSql('o')} <= 0 or ${dueSql('o')} < h.${fen})`
const rentalOutweighs = `(${dueSql('o')} <= 0 and ${damageKeeps} = 0 or greatest(${dueSql('o')}, 0) + ${damageKeeps} < h.rental_fen)`

const refundWord = (wait: string) =>
  `case ${wait} when 'failed' then '退款异常' when 'byHand' then '线下退款' else '无' end`

/**
 * The status of a deposit's money as far as the amounts determine it. They do not say how the last part left or whether a payout failed.
 */
const holdByAmounts = `case
  when d.held_fen - d.captured_fen - d.released_fen - d.in_flight_fen > 0 then
    case when d.captured_fen > 0 then ${holdStatus.partlyDeducted} else ${holdStatus.held} end
  when d.in_flight_fen > 0 then
    case d.hold_status when ${holdStatus.releaseFailed} then ${holdStatus.releaseFailed} else ${holdStatus.releasing} end
  else case when d.hold_status in (${holdStatus.deducted}, ${holdStatus.converted}) then d.hold_status else ${holdStatus.released} end end`

/** Reason why order `o` waits for a refund, with its waiting payments `w`: credit without a queued refund is to be paid back by hand. */
const pendingRefunds = `coalesce(w.wait, case when ${creditSql('o')} > 0 then 'byHand' end)`

const ofStatus: readonly string[] = [
  inHandMarks,
  `select d.merchant_id, o.order_no, '押金去向与金额不一致', d.hold_status, ${holdByAmounts}
   from deposit d join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
   where d.pay_status = ${depositPayStatus.paid} and d.hold_status <> ${holdByAmounts}`,
  `select o.merchant_id, o.order_no, '订单押金支付状态与押金不一致', o.deposit_pay_status, l.pay
   from "order" o join ${labels} l on l.merchant_id = o.merchant_id and l.order_id = o.id where o.deposit_pay_status <> l.pay`,
  `select o.merchant_id, o.order_no, '订单免押状态与押金不一致', o.deposit_status, l.waived
   from "order" o join ${labels} l on l.merchant_id = o.merchant_id and l.order_id = o.id where o.deposit_status <> l.waived`,
  `select * from (select o.merchant_id, o.order_no, '订单可退押金与押金不一致', ${freeWord('o.rental_free', 'o.violation_free_at')} as kept,
       ${freeWord(`h.rental and ${rentalOutweighs}`, `case when o.open_violations = 0 and ${outweighs('all_fen')} then h.violation_at end`)} as rebuilt
     from "order" o left join ${inHand} h on h.merchant_id = o.merchant_id and h.order_id = o.id ${joinSumsSql('x', expectedDamage)}) f
   where kept <> rebuilt`,
  `select o.merchant_id, o.order_no, '订单待处理退款与退款单不一致', ${refundWord('o.pending_refund')}, ${refundWord(pendingRefunds)}
   from "order" o left join (select p.merchant_id, p.order_id, ${pendingRefundSql('p')} as wait from payment p
     group by p.merchant_id, p.order_id) w on w.merchant_id = o.merchant_id and w.order_id = o.id
   where o.pending_refund is distinct from ${pendingRefunds}`,
]

interface Check {
  readonly sql: string
  readonly unit: Difference['unit']
}
const checksOf = (unit: Difference['unit'], statements: readonly string[]): Check[] =>
  statements.map((sql) => ({ sql, unit }))

/** Sums of days and months against the entries of those days. */
const monthChecks = [
  ...checksOf('fen', [monthBalances!, keptSums(`${keptSide('借方', 'debit_fen')}, ${keptSide('贷方', 'credit_fen')}`)]),
  ...checksOf('code', [keptSums(keptSide('笔数', 'n')), entryDays]),
]

/** Order by order, so that a statement about many reads no more at a time than one about few. */
const ORDERS_AT_ONCE = 2000

/**
 * Discrepancies of all visible merchants; empty when there are none.
 * @param checks those of features: without them a comparison would find too little
 * @param moved what alone is compared of orders and of the sums of months; by default everything
 */
export async function differences(
  { query }: Pick<Context, 'query'>,
  checks: readonly MoneyChecks[],
  moved?: Moved,
): Promise<Difference[]> {
  const found: Difference[] = []
  const features = joinChecks(checks)
  const orderChecks = [
    ...checksOf('fen', [...ofMoney, ...features.money]),
    ...checksOf('code', [...ofStatus, ...features.status]),
  ]
  const whole = checksOf('fen', [openings!, receipts, costSums, ...wholeEvidence, ...features.whole])
  const run = async ({ sql, unit }: Check, beginning = '', values: readonly unknown[] = []) => {
    const rows = await query<Row>(
      `${beginning} select merchant_id, order_no, what, stored, rebuilt
         from (${sql}) as c (merchant_id, order_no, what, stored, rebuilt) order by merchant_id, order_no, what collate "C"`,
      [...values],
    )
    // One by one: the arguments of a call are limited by the stack.
    for (const row of rows)
      found.push({
        merchantId: row.merchantId,
        orderNo: row.orderNo,
        what: row.what,
        stored: unit === 'fen' ? Number(row.stored) : row.stored,
        rebuilt: unit === 'fen' ? Number(row.rebuilt) : row.rebuilt,
        unit,
      })
  }
  if (moved === undefined) for (const check of [...orderChecks, ...monthChecks]) await run(check)
  else {
    for (let at = 0; at < moved.orderIds.length; at += ORDERS_AT_ONCE)
      for (const check of orderChecks) await run(check, ordersSql, [moved.orderIds.slice(at, at + ORDERS_AT_ONCE)])
    if (moved.since !== null) for (const check of monthChecks) await run(check, monthsSql, [moved.since])
  }
  for (const check of whole) await run(check)
  return found
}
