import { orderKinds, orderStatuses, type Source, source } from '@cheyi/domain/booking/order/codes'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { openStatuses } from '@cheyi/domain/booking/order/steps'
import { wasOutAtImport } from '@cheyi/domain/booking/order/timers'
import { type OrderPendingFacts, pendingWorkOf, statusKindOf } from '@cheyi/domain/booking/order/waiting'
import { authHoldStatuses, isHolding } from '@cheyi/domain/money/deposit/hold'
import { reimbursementStatus, reimbursementStatuses } from '@cheyi/domain/money/reimbursement/codes'
import { awaitsMoney } from '@cheyi/domain/money/reimbursement/reimbursement'
import { accountStatus } from '@cheyi/domain/platform/account/codes'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { openDamageStatuses } from '@cheyi/domain/rental/damage/claim'
import { driverTaskStatuses } from '@cheyi/domain/rental/driver/codes'
import { isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import { recordVerify } from '@cheyi/domain/rental/pickup-return/codes'
import { selfStatus } from '@cheyi/domain/rental/self-service/codes'
import { dueSql, endedAtSql, ordersTally } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { talliesSql } from '../../../kernel/db/tallies.ts'
import { emit } from '../../../kernel/events.ts'
import { payCheckSql, refundDueFenSql, refundsFenSql, underWaySql } from '../../../money/payment/actions.ts'
import { whenArrived } from '../../../platform/media/actions.ts'
import { settingSql } from '../../../platform/merchant/actions.ts'
import {
  insertPendingWork,
  pendingWorkChanges,
  registerPendingWork,
  type WaitingOf,
} from '../../../platform/pending-work/actions.ts'
import { handedInSql } from '../../pickup-return/actions.ts'
import { orderCounters } from './counters.ts'

/*
 * Pending work about orders: `pendingWorkOf` evaluates the facts below at the end of each transaction that locked an order or
 * reported a change of another fact.
 */

/** The epoch ms of an instant for a value inside JSON. */
const ms = (instant: string): string => `(extract(epoch from ${instant}) * 1000)::bigint`
const list = (row: string, from: string): string =>
  `(select coalesce(json_agg(json_build_object(${row})), '[]') from ${from})`

const deposits = list(
  `'kind', d.kind, 'holdStatus', d.hold_status, 'dueReleaseAt', ${ms('d.due_release_at')},
     'inHandFen', d.held_fen - d.captured_fen - d.released_fen - d.in_flight_fen`,
  'deposit d where d.order_id = o.id',
)

const tasks = list(
  `'kind', t.kind, 'amountFen', (t.detail ->> 'amount')::bigint, 'dueAt', ${ms('t.due_at')}, 'createdAt', ${ms('t.created_at')},
     'assigneeId', t.assignee_id::text, 'holds', t.kind = '${taskKind.expiry}' and exists (select from deposit_hold h
       where h.id = t.ref_id and h.status in (${authHoldStatuses.values.filter(isHolding).join(', ')}))`,
  'task t where t.order_id = o.id and t.done_at is null',
)

/** A driver task of the order `o` whose account was disabled or removed. */
const reassign = `exists (select from driver_task t join account a on a.id = t.account_id
    where t.order_id = o.id and t.status in (${driverTaskStatuses.values.filter(isOpenTask).join(', ')})
      and (a.status = ${accountStatus.disabled} or a.deleted_at is not null))`

/** The open amount of the late instalments of the order `o`, fen. */
const lateFen = `case when o.instalments_overdue > 0 then (select coalesce(sum(i.amount_fen - i.paid_fen + coalesce(i.late_fee_fen, 0) - i.late_paid_fen), 0)
      from instalment i where i.order_id = o.id and i.status = ${instalmentStatus.overdue}) else 0 end::bigint`

/** Videos of handovers of the order `o` that are still being uploaded, unless the handover has another video by now. */
const videoSince = `(select min(m.linked_at) from media m
    where m.order_id = o.id and m.state = ${mediaState.uploading} and m.linked_at is not null
      and not exists (select from media n where n.order_id = m.order_id and n.biz = m.biz and n.biz_id = m.biz_id
        and n.kind = 'video' and n.state = ${mediaState.ready} and n.linked_at is not null))`

/** A signed document of the order `o` without a file, that no server prints any more. */
const unprinted = `exists (select from agreement a where a.order_id = o.id and a.sign_sha256 is not null and a.signed_sha256 is null
    and a.print_at is null and a.cleared_at is null)`

/**
 * The time since which a submission by the customer of the order `o` waits for a review, unless staff continued the record
 * at the counter.
 */
const selfCheckSince = `(select min(v.handed_in_at) from self_visit v join pickup_return_record c
      on c.order_id = v.order_id and c.type = v.type and c.draft and not c.void and c.verify = ${recordVerify.waiting}
    where v.order_id = o.id and v.status = ${selfStatus.waiting})`

/** SQL: a reimbursement `r` was approved, and no provider pays it: somebody does by hand. */
const toPaySql = `(r.status in (${reimbursementStatuses.values.filter(awaitsMoney).join(', ')}) and not ${underWaySql('r')})`

/** As `wasOutAtImport` reads it. */
const outAtImport = `(o.source = ${source.offline} and o.channel_order_no is not null and o.pickup_at <= o.created_at)`

const factsSql = `select o.id as subject_id, o.order_kind, o.store_id, o.return_store_id, o.created_by,
    o.status, o.next_at, o.return_at, ${outAtImport} as out_at_import, o.confirm_deadline, ${settingSql('graceMinutes', 's.settings')} as grace_minutes,
    ${dueSql('o')} as owed_fen, ${endedAtSql('o')} as ended_at, o.pay_days, o.prepay_due_fen, o.expected_damage_fen, o.open_violations, o.pending_refund,
    o.next_due_on, o.next_due_fen, o.instalments_overdue, ${lateFen} as late_fen,
    case when o.pending_refund is not null then ${refundDueFenSql('o')} end as refund_due_fen,
    case when o.pending_refund is not null then ${refundsFenSql('o')} end as refunds_fen,
    (select sum(p.amount_fen)::bigint from payment p where p.order_id = o.id and ${payCheckSql('p')}) as check_fen, ${reassign} as reassign,
    (select coalesce(array_agg(distinct r.created_by::text), '{}') from reimbursement r
      where r.order_id = o.id and r.status = ${reimbursementStatus.waiting}) as reimbursers,
    (select sum(r.amount_fen)::bigint from reimbursement r where r.order_id = o.id and ${toPaySql}) as reimburse_fen,
    exists (select from damage_order d where d.order_id = o.id and d.status in (${openDamageStatuses.join(', ')})) as damage,
    ${videoSince} as video_since, ${unprinted} as unprinted, ${selfCheckSince} as self_check_since, ${handedInSql('o')} as handed_in, ${deposits} as deposits, ${tasks} as tasks
  from "order" o join store s on s.id = o.store_id where o.id = any ($1::bigint[])`

type FactsRow = OrderPendingFacts &
  Pick<WaitingOf, 'subjectId' | 'orderKind' | 'storeId' | 'returnStoreId' | 'createdBy'>

async function findPendingWork(ctx: Pick<Context, 'query'>, ids: readonly string[]): Promise<WaitingOf[]> {
  const rows = await ctx.query<FactsRow>(factsSql, [ids])
  return rows.flatMap(({ subjectId, orderKind, storeId, returnStoreId, createdBy, ...facts }) =>
    pendingWorkOf(facts).map((one) => ({ ...one, subjectId, orderKind, storeId, returnStoreId, createdBy })),
  )
}

/** An order that this transaction creates: no car is on rent, no money has moved. */
interface PlacedOrder extends Pick<OrderPendingFacts, 'status' | 'nextAt' | 'returnAt' | 'confirmDeadline'> {
  readonly id: string
  readonly orderKind: FactsRow['orderKind']
  readonly source: Source
  readonly channelOrderNo: string | null
  readonly pickupAt: number
  readonly storeId: string
  readonly returnStoreId: string
  /** Null for a draft. */
  readonly prepayFen: number | null
  readonly owedFen?: number
  readonly nextDueOn?: string | null
  readonly nextDueFen?: number
}

/**
 * Writes the to-do entries of an order that has just been created. The creating call already has every fact that they depend
 * on, so this needs no query.
 */
export function pendingWorkOfPlaced(ctx: Context, placed: PlacedOrder): void {
  const { id: subjectId, orderKind, storeId, returnStoreId, prepayFen, owedFen = 0 } = placed
  const facts: OrderPendingFacts = {
    ...placed,
    outAtImport: wasOutAtImport({ ...placed, createdAt: ctx.now }),
    owedFen,
    prepayDueFen: prepayFen === null ? 0 : Math.min(owedFen, prepayFen),
    nextDueOn: (placed.nextDueOn ?? null) as OrderPendingFacts['nextDueOn'],
    nextDueFen: placed.nextDueFen ?? 0,
    ...nothingElse,
  }
  const row = { subjectId, orderKind, storeId, returnStoreId, createdBy: ctx.accountId }
  const waits = pendingWorkOf(facts).map((one) => ({ ...one, ...row }))
  if (waits.length > 0) insertPendingWork(ctx, 'order', waits)
}

/** The facts that only a later event of an order can set; a new order has none of them. */
const nothingElse = {
  endedAt: 0,
  payDays: 0,
  graceMinutes: 0,
  expectedDamageFen: 0,
  openViolations: 0,
  instalmentsOverdue: 0,
  lateFen: 0,
  pendingRefund: null,
  refundDueFen: null,
  refundsFen: null,
  checkFen: null,
  reassign: false,
  reimbursers: [],
  reimburseFen: null,
  damage: false,
  videoSince: null,
  unprinted: false,
  selfCheckSince: null,
  handedIn: false,
  deposits: [],
  tasks: [],
} as const satisfies Partial<OrderPendingFacts>

/** The statuses whose orders have a kind of pending work by their status alone. */
const counted = orderStatuses.values.flatMap((status) => {
  const kind = statusKindOf(status)
  return kind === null ? [] : [{ status, kind }]
})
const sums = orderKinds.values.flatMap((kind) => counted.map(({ status }) => `'${ordersTally(kind, status)}'`))
const kept = `select case split_part(t.name, ' ', 3)::int ${counted.map(({ status, kind }) => `when ${status} then '${kind}'`).join(' ')} end as kind,
    split_part(t.name, ' ', 2)::smallint as order_kind, t.store_id, t.return_store_id, t.n
  from ${talliesSql} t where t.name in (${sums.join(', ')})`

registerPendingWork('order', {
  finds: findPendingWork,
  kindsOpenTo,
  listPerKind: true,
  counters: orderCounters,
  kept,
  table: '"order"',
  candidates: `select o.id from "order" o where o.status in (${openStatuses.join(', ')}) or ${dueSql('o')} > 0 or o.pending_refund is not null or o.next_due_fen > 0
    union select d.order_id from deposit d where d.held_fen > d.captured_fen + d.released_fen
    union select t.order_id from task t where t.done_at is null
    union select p.order_id from payment p where ${payCheckSql('p')}
    union select r.order_id from reimbursement r where r.status = ${reimbursementStatus.waiting} or ${toPaySql}
    union select c.order_id from damage_order c where c.status in (${openDamageStatuses.join(', ')})
    union select t.order_id from driver_task t where t.status in (${driverTaskStatuses.values.filter(isOpenTask).join(', ')})
    union select v.order_id from self_visit v where v.status = ${selfStatus.waiting}
    union select m.order_id from media m where m.state = ${mediaState.uploading} and m.linked_at is not null and m.order_id is not null`,
})
whenArrived(async (ctx, { orderId, ...file }) => {
  pendingWorkChanges(ctx, 'order', [orderId])
  await emit(ctx, 'media.ready', file.mediaId, { ...file, state: mediaState.ready }, { accountIds: [ctx.accountId] })
})
