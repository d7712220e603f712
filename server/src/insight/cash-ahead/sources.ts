import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { certainty, cashKind as k, cashSubject as subject } from '@cheyi/domain/insight/cash-ahead/codes'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { depositKind, depositPayStatus, openHoldStatuses, violationAt } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { costOrigin, payableState, payeeKind } from '@cheyi/domain/money/payable/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import { dueSql } from '../../booking/order/actions.ts'
import { unbilledCostsSql } from '../../money/payable/actions.ts'

/*
 * SQL of what is expected, each with its due date. Parameters: $1 today, $2 the day after the last week, $3 and $4 companies with how many
 * days late each usually pays, $5 the days of all others, $6 what was reckoned beside the statement, as JSON.
 *
 * Nothing counts twice: what an order owes is less the open rows of its plan, a cost is less what bills have of it, money that a platform
 * has is no debt of its customer, a confirmed statement of an owner is a bill, and a debt that was paid has left its table.
 */

const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Shanghai')::date`

/** Days back of costs that nobody has billed yet. */
const COST_DAYS = 100

const { agreed, estimate } = certainty
const over = `(${orderStatus.returned}, ${orderStatus.cancelling}, ${orderStatus.cancelled})`

/** SQL: the days that a company is usually late; nobody else is expected to be. */
const lateSql = (payer: string) =>
  `case when ${payer} = '' then 0 else coalesce((select l.days from late l where l.payer = ${payer}), $5::int) end`

/** Rows of plans that are not paid, with what of each is billed. */
const planSql = `select i.id, i.order_id, i.seq, i.due_on, o.payer_name, ${dueSql('o')} as due_fen,
    i.amount_fen - i.paid_fen + coalesce(i.late_fee_fen, 0) - i.late_paid_fen as open_fen,
    i.billed_fen - i.paid_fen + coalesce(i.late_fee_fen, 0) - i.late_paid_fen as billed_fen
  from instalment i join "order" o on o.id = i.order_id
 where i.status in (${instalmentStatus.notDue}, ${instalmentStatus.due}, ${instalmentStatus.partlyPaid}, ${instalmentStatus.overdue})
   and o.status <> ${orderStatus.notSubmitted} and (i.due_on < $2::date or i.billed_fen > i.paid_fen)`

/** Orders that owe something, or that something is owed to. */
const owingSql = `select o.id, o.status, o.payer_name, o.pay_days, o.instalments, o.pickup_at, o.return_at, o.actual_return_at, o.cancelled_at,
    o.owed_fen, o.refunding_fen, o.platform_fen
   from "order" o where (o.owed_fen <> 0 or o.refunding_fen <> 0) and o.status <> ${orderStatus.notSubmitted}`

/** What is billed and was written off or waived leaves the earliest rows. */
const instalments = `
  select case when r.payer_name = '' then ${k.instalment} else ${k.company} end as kind, r.due_on, ${lateSql('r.payer_name')} as late_days,
    least(r.open_fen, greatest(0, r.until_fen - greatest(0, r.all_billed_fen - greatest(0, r.due_fen))))::bigint as fen,
    ${agreed} as certainty, ${subject.instalment} as subject, r.id as ref_id, 0 as seq, r.order_id as subject_id, r.payer_name as name, r.seq::text as note
   from (select p.*, sum(p.open_fen) over (partition by p.order_id order by p.due_on, p.seq) as until_fen,
       sum(p.billed_fen) over (partition by p.order_id) as all_billed_fen from plan p) r`

const returnOn = dayOf('coalesce(o.actual_return_at, o.return_at)')

/** When the debt of an order is due: at its pickup, at its return where it was picked up, and what is left of it after its end at once. */
const dueOn = `case
   when o.status in ${over} then ${dayOf('coalesce(o.actual_return_at, o.cancelled_at, o.return_at)')} + o.pay_days
   when o.payer_name <> '' and o.instalments = 0 then ${returnOn} + o.pay_days
   when o.instalments > 0 then $1::date
   when o.status = ${orderStatus.pickedUp} then ${returnOn}
   else ${dayOf('o.pickup_at')} end`

/** What an order owes besides the rows of its plan. What a platform took for an order that waits to be accepted is not owed. */
const orders = `
  select case when o.payer_name = '' then ${k.order} else ${k.company} end, ${dueOn}, ${lateSql('o.payer_name')},
    (${dueSql('o')} - case when o.status = ${orderStatus.confirming} then o.platform_fen else 0 end
      - greatest(0, coalesce(b.fen, 0)))::bigint,
    case when o.status = ${orderStatus.submitted} then ${estimate} else ${agreed} end, ${subject.order}, o.id, 0, o.id, o.payer_name, ''
   from owing o left join (select order_id, sum(billed_fen) as fen from plan group by order_id) b on b.order_id = o.id where ${dueSql('o')} > 0`

/** What platforms have of orders, by the books: an index has nothing but the entries of such accounts. */
const atPlatforms = `select e.order_id, sum(e.debit_fen - e.credit_fen)::bigint as fen from ledger_entry e
   where e.account = '${account.platformClearing}' and e.order_id is not null group by e.order_id having sum(e.debit_fen - e.credit_fen) <> 0`

const platformEnd = dayOf(
  `coalesce(case o.status when ${orderStatus.returned} then o.actual_return_at else o.cancelled_at end, o.return_at)`,
)

/** Commission of an order that the books have: of a rental that goes on, of the months that are closed. */
const bookedCommission = `coalesce((select sum(e.debit_fen - e.credit_fen) from ledger_entry e
   where e.order_id = o.id and e.account = '${account.channelCommission}'), 0)`

/** What a platform has of an order, less the commission that is booked with the following months and the return. */
const platforms = `
  select ${k.platform}, case when coalesce(c.settle_monthly, true) then (date_trunc('month', e.on_day) + interval '1 month')::date - 1 else e.on_day end
      + coalesce(c.settle_days, 15), 0,
    (b.fen - case when o.status < ${orderStatus.returned}
      then least(b.fen, greatest(0, round(o.total_fen * o.commission_bp / 10000.0) - ${bookedCommission})) else 0 end)::bigint,
    case when o.status < ${orderStatus.returned} then ${estimate} else ${agreed} end, ${subject.order}, o.id, 1, o.id, '', ''
   from (${atPlatforms}) b join "order" o on o.id = b.order_id left join merchant_channel c on c.source = o.source
     cross join lateral (select ${platformEnd} as on_day) e`

/** Credit of customers that is paid back: on its way, and what is left when an order is over or comes to its end. */
const refunds = `
  select ${k.refund}, case when o.refunding_fen > 0 or o.status in ${over} then $1::date else ${returnOn} end, 0,
    (o.refunding_fen + greatest(0, -${dueSql('o')}))::bigint, ${agreed}, ${subject.order}, o.id, 2, o.id, o.payer_name, ''
   from owing o where o.refunding_fen > 0 or ${dueSql('o')} < 0`

const { garage, insurer, lessor, lender, owner } = payeeKind
const bills = `
  select case p.kind when ${garage} then ${k.garage} when ${insurer} then ${k.insurance} when ${lessor} then ${k.finance}
      when ${lender} then ${k.finance} when ${owner} then ${k.owner} else ${k.other} end,
    b.due_on, 0, b.fen - b.paid_fen, ${agreed}, ${subject.bill}, b.id, 0, b.id, p.name, b.what
   from payable_bill b join payee p on p.id = b.payee_id
  where b.state in (${payableState.open}, ${payableState.inRun}) and b.due_on < $2::date`

/**
 * Costs that nobody has billed. A month of a plan that has passed was paid, unless whoever bills the plan sends bills; a ticket is paid by a
 * bill where its garage sends bills.
 */
const costs = `
  select case when u.origin = ${costOrigin.ticket} then ${k.garage} when u.origin = ${costOrigin.policy} then ${k.insurance}
      when u.kind = ${costKind.finance} then ${k.finance} when u.kind = ${costKind.insurance} then ${k.insurance} else ${k.other} end,
    u.on_day + coalesce(u.pay_days, 0), 0, u.fen, ${agreed}, ${subject.car}, u.ref_id, 0, u.vehicle_id, coalesce(u.payee_name, ''), u.no
   from (${unbilledCostsSql(`$1::date - ${COST_DAYS}`, '$2::date - 1')}) u
  where u.payee_id is not null or u.origin <> ${costOrigin.ticket} and u.on_day >= $1::date`

const os = ownerStatementState
/** Statements that their owners have not confirmed: a confirmed one is a bill. */
const ownerStatements = `
  select ${k.owner}, (s.month + interval '1 month')::date + coalesce(c.pay_day, 10) - 1, 0, s.carried_fen + s.owner_fen + s.correction_fen,
    case when s.state = ${os.draft} then ${estimate} else ${agreed} end, ${subject.ownerStatement}, s.id, 0, s.id, o.name, to_char(s.month, 'YYYY-MM')
   from owner_statement s join car_owner o on o.id = s.owner_id
     cross join lateral (select min(a.pay_day)::int as pay_day from owner_statement_car c join owner_agreement a on a.id = c.agreement_id
       where c.statement_id = s.id) c
  where s.state in (${os.draft}, ${os.sent}, ${os.objected}) and s.carried_fen + s.owner_fen + s.correction_fen > 0`

/** Orders with a deposit in hand, and deposits: both stand in indexes of their own. Most are of rentals that are over. */
const heldOrders = `select id, status, actual_return_at, cancelled_at from "order" where deposit_in_hand`
const heldDeposits = `select d.id, d.order_id, d.kind, d.due_release_at, d.held_fen - d.captured_fen - d.released_fen - coalesce(h.fen, 0)::bigint as fen
   from deposit d left join (select h.deposit_id, sum(h.amount_fen - h.captured_fen - h.released_fen) as fen from deposit_hold h
      where h.amount_fen > h.captured_fen + h.released_fen and h.status not in (${authHoldStatus.waiting}, ${authHoldStatus.closed})
      group by h.deposit_id) h on h.deposit_id = d.id
  where d.hold_status in (${openHoldStatuses.join(', ')})`

const runningOrders = `select id, return_at, return_terms, deposit_policy_snapshot from "order"
  where id = any (array(select id from held_order where status < ${orderStatus.returned}))`

/**
 * Deposits that were paid: an authorization is no money here. A rental deposit goes back at the return, a violation deposit when it was
 * held for its days. What a debt takes of it is among the debts.
 */
const deposits = `
  select case when d.kind = ${depositKind.rental} then ${k.rentalDeposit} else ${k.violationDeposit} end,
    coalesce(case when d.kind = ${depositKind.violation} then ${dayOf('d.due_release_at')} end,
      ${dayOf('coalesce(o.actual_return_at, o.cancelled_at)')}, $1::date), 0, d.fen, ${agreed}, ${subject.order}, d.id, 0, o.id, '', ''
   from held_deposit d join held_order o on o.id = d.order_id where o.status >= ${orderStatus.returned}`

const holdDays = `coalesce((o.deposit_policy_snapshot ->> 'holdDays')::int, 0)`
/** SQL: what of a rental deposit becomes the violation deposit at the return, by the contract. */
const converted = `case when d.kind = ${depositKind.rental}
      and coalesce((o.return_terms ->> 'violationAt')::int, ${violationAt.pickup}) = ${violationAt.convert}
    then least(d.fen, coalesce((select v.amount_fen from deposit v where v.order_id = o.id and v.kind = ${depositKind.violation}
      and v.pay_status = ${depositPayStatus.unpaid}), 0)) else 0 end`

const runningDeposits = `
  select part.kind, part.due_on, 0, part.fen, ${agreed}, ${subject.order}, d.id, part.seq, o.id, '', ''
   from running_order o join held_deposit d on d.order_id = o.id
     cross join lateral (select ${dayOf('o.return_at')} as end_on, ${converted} as moved_fen) e
     cross join lateral (values
       (case when d.kind = ${depositKind.rental} then ${k.rentalDeposit} else ${k.violationDeposit} end, 0, d.fen - e.moved_fen,
         case when d.kind = ${depositKind.rental} then e.end_on else coalesce(${dayOf('d.due_release_at')}, e.end_on + ${holdDays}) end),
       (${k.violationDeposit}, 1, e.moved_fen, e.end_on + ${holdDays})) as part (kind, seq, fen, due_on)`

const reckoned = `
  select r.kind, r.due_on, 0, r.fen, r.certainty, r.subject, coalesce(r.subject_id, 0), r.seq, r.subject_id, r.name, r.note
   from jsonb_to_recordset($6::jsonb) as r (kind int, due_on date, fen bigint, certainty int, subject int, seq int, subject_id bigint, name text, note text)`

/** SQL items of `with`: `expected` has every expectation. */
export const expectedSql = `late as materialized (select * from unnest($3::text[], $4::int[]) as l (payer, days)),
  plan as materialized (${planSql}),
  owing as materialized (${owingSql}),
  held_order as materialized (${heldOrders}),
  running_order as materialized (${runningOrders}),
  held_deposit as materialized (${heldDeposits}),
  expected as (select * from (${[instalments, orders, platforms, refunds, bills, costs, ownerStatements, deposits, runningDeposits, reckoned].join('\n  union all')}) x
    where x.fen <> 0 and x.due_on + x.late_days < $2::date)`
