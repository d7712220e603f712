import { orderItemType, orderStatus } from '@cheyi/domain/booking/order/codes'
import { rentalStatuses } from '@cheyi/domain/booking/order/steps'
import { depositKind, type ViolationAt } from '@cheyi/domain/money/deposit/codes'
import { expenseCode, expenseStatus } from '@cheyi/domain/money/expense/codes'
import {
  type PayWay,
  type PendingRefund,
  paymentStatus,
  payWay,
  reimbursementKind,
} from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { reimbursementStatus } from '@cheyi/domain/money/reimbursement/codes'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { agreementStatus } from '@cheyi/domain/rental/agreement/codes'
import { driverTaskStatus } from '@cheyi/domain/rental/driver/codes'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { type CarOut, carOutSql } from '../../../booking/order/car.ts'
import { agreedViolationAtSql, violationAtSql } from '../../../booking/order/return-terms.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { claimLeftSql, claimNameSql } from '../../../money/claim/actions.ts'
import { payCheckSql, refundCameSql, refundDueFenSql } from '../../../money/payment/actions.ts'
import { settingSql } from '../../../platform/merchant/actions.ts'
import { supersededSql } from '../../agreement/actions.ts'
import { handedInSql } from '../../pickup-return/actions.ts'
import { bookedSql } from '../modify/store.ts'

/*
 * All data of one order: five statements, sent together with the query of the remarks. Small lists of the order are returned
 * as JSON in one of these statements, because each statement costs more than the rows it returns.
 */

/** The assigned car, if it belongs to the caller's stores. */
export interface VehicleRow {
  vehicleId: string
  vehiclePlate: string
  plateColor: Columns['plateColor']
  vehicleModelId: string
  vehicleModelName: string
  vehicleCarType: Columns['carType']
  vehicleEnergy: Columns['energy']
  vehicleGearbox: Columns['gearbox']
  vehicleSeats: number
  vehicleImages: string[]
  classRank: number
  odometerKm: number
  fuelPct: number | null
  batteryPct: number | null
  parkingNote: string
}

type Nullable<T> = { [K in keyof T]: T[K] | null }

export interface HeadRow extends Nullable<VehicleRow> {
  id: string
  orderNo: string
  orderKind: Columns['orderKind']
  status: Columns['order.status']
  version: number
  source: Columns['order.source']
  channelOrderNo: string | null
  selfService: boolean
  language: string
  tags: string[]
  remark: string
  createdAt: number
  bookedBy: string
  bookedAt: number
  createdByName: string | null
  payDeadline: number | null
  confirmDeadline: number | null
  pickupAt: number
  returnAt: number
  actualPickupAt: number | null
  actualReturnAt: number | null
  days: number
  overHours: number
  pickupType: Columns['pickupType']
  returnType: Columns['returnType']
  pickupAddress: string
  pickupLng: number | null
  pickupLat: number | null
  pickupDistanceM: number | null
  returnAddress: string
  returnLng: number | null
  returnLat: number | null
  returnDistanceM: number | null
  renterId: string | null
  codriverIds: string[]
  contactName: string
  contactPhoneMask: string
  plate: string | null
  pinned: boolean
  totalFen: number
  paidFen: number
  refundedFen: number
  owedFen: number
  refundingFen: number
  platformFen: number
  refundExpenseFen: number
  prepayFen: number | null
  prepayDueFen: number
  settleStatus: Columns['settleStatus']
  depositStatus: Columns['depositStatus']
  depositPayStatus: Columns['depositPayStatus']
  violationAt: ViolationAt
  expectedDamageFen: number
  damages: number
  violations: number
  openViolations: number
  renewals: number
  /** An earlier end of the rental was agreed. */
  endAgreed: boolean
  nextDueOn: string | null
  carOut: CarOut | null
  chargedDamageFen: number
  heldDepositFen: number
  pendingRefund: PendingRefund | null
  refundDueFen: number
  refundCame: PayWay | null
  cancelReason: Columns['order.cancelReason'] | null
  cancelBy: string | null
  cancelNote: string
  penaltyFen: number
  cancelledAt: number | null
  graceMinutes: number
  storeId: string
  storeName: string
  storePhone: string | null
  storeAddress: string
  storeLng: number | null
  storeLat: number | null
  returnStoreId: string
  returnStoreName: string
  returnStorePhone: string | null
  returnStoreAddress: string
  returnStoreLng: number | null
  returnStoreLat: number | null
  modelId: string
  modelName: string
  carType: Columns['carType']
  energy: Columns['energy']
  gearbox: Columns['gearbox']
  seats: number
  displacement: string
  images: string[]
  licenceClass: string
  bookedClassRank: number
  /** The assigned car, whether visible to the caller or not. */
  assignedId: string | null
  byPlatform: boolean
  commissionFen: number
  payCheck: boolean
  selfCheck: boolean
  handedIn: boolean
  depositLost: boolean
}

const VEHICLE = `v.id as vehicle_id, v.plate as vehicle_plate, v.plate_color, v.model_id as vehicle_model_id,
    vm.name as vehicle_model_name, vm.car_type as vehicle_car_type, vm.energy as vehicle_energy,
    vm.gearbox as vehicle_gearbox, vm.seats as vehicle_seats, vm.images as vehicle_images, vm.class_rank, v.odometer_km, v.fuel_pct, v.battery_pct, v.parking_note`

const HEAD = `
  select o.id, o.order_no, o.order_kind, o.status, o.version, o.source, o.channel_order_no, o.self_service, coalesce(o.language, 'zh-CN') as language, o.tags,
    o.remark, o.created_at, booked.by as booked_by, booked.at as booked_at, o.pay_deadline, o.confirm_deadline, o.pickup_at, o.return_at, o.actual_pickup_at,
    o.actual_return_at, o.days, o.over_hours, o.pickup_type, o.return_type, o.pickup_address, o.pickup_lng, o.pickup_lat,
    o.pickup_distance_m, o.return_address, o.return_lng, o.return_lat, o.return_distance_m, o.renter_id, o.codriver_ids,
    o.contact_name, o.contact_phone_mask, o.plate, o.pinned, o.total_fen, o.paid_fen, o.refunded_fen, o.owed_fen, o.refunding_fen, o.platform_fen, o.refund_expense_fen,
    o.prepay_fen, o.prepay_due_fen,
    ${violationAtSql(agreedViolationAtSql('o'))} as violation_at,
    o.settle_status, o.deposit_status, o.deposit_pay_status, o.held_deposit_fen, o.pending_refund, o.cancel_reason,
    o.cancel_by, o.cancel_note, o.penalty_fen, o.cancelled_at, o.vehicle_id as assigned_id,
    ${settingSql('graceMinutes', 's.settings')} as grace_minutes,
    (select c.name from account c where c.id = o.created_by) as created_by_name,
    o.store_id, s.name as store_name, s.phones[1] as store_phone, s.address as store_address, s.lng as store_lng,
    s.lat as store_lat,
    o.return_store_id, r.name as return_store_name, r.phones[1] as return_store_phone,
    r.address as return_store_address, r.lng as return_store_lng, r.lat as return_store_lat,
    o.model_id, m.name as model_name, m.car_type, m.energy, m.gearbox, m.seats, m.displacement, m.images,
    m.licence_class, m.class_rank as booked_class_rank, ${VEHICLE},
    ${carOutSql('o')} as car_out, o.expected_damage_fen, (select count(*)::int from damage_order x where x.order_id = o.id) as damages,
    o.open_violations, (select count(*)::int from violation x where x.order_id = o.id and x.status <> ${violationStatus.void}) as violations,
    (select count(*)::int from renewal x where x.order_id = o.id) as renewals,
    exists (select from termination x where x.order_id = o.id and x.taken_back_at is null) as end_agreed, o.next_due_on,
    (select coalesce(sum(e.amount_fen), 0)::bigint from expense_item e where e.order_id = o.id and e.code = ${expenseCode.damage}
      and not e.void and e.status <> ${expenseStatus.waived} and o.status = ${orderStatus.returned}) as charged_damage_fen,
    o.platform_fen > 0 or exists (select from payment p where p.order_id = o.id and p.pay_way = ${payWay.platform}
      and p.status = ${paymentStatus.succeeded} and p.direction = 'in') as by_platform,
    case when o.commission_bp > 0 then (select coalesce(sum(e.debit_fen - e.credit_fen), 0) from ledger_entry e
      where e.order_id = o.id and e.account = '${account.channelCommission}') else 0 end::bigint as commission_fen,
    exists (select from payment p where p.order_id = o.id and ${payCheckSql('p')}) as pay_check,
    exists (select from pending_work w where w.subject = 'order' and w.subject_id = o.id and w.kind = 'selfCheck') as self_check,
    ${handedInSql('o')} as handed_in,
    exists (select from task k where k.order_id = o.id and k.kind = '${taskKind.ended}' and k.done_at is null) as deposit_lost,
    ${refundDueFenSql('o')} as refund_due_fen, ${refundCameSql('o')} as refund_came
  from "order" o
    join store s on s.id = o.store_id
    join store r on r.id = o.return_store_id
    join model m on m.id = o.model_id
    left join vehicle v on v.id = o.vehicle_id
    left join model vm on vm.id = v.model_id
    cross join lateral (${bookedSql('o')}) booked
  where o.id = $1`

export interface PersonRow {
  id: string
  name: string
  phoneMask: string
  identityType: Columns['identityType']
  identityNoMask: string
  licenceClass: string
  licenceExpire: string | null
  verifyStatus: Columns['verifyStatus']
  blacklist: boolean
  orderCount: number
}

const PEOPLE = `
  select p.id, p.name, p.phone_mask, p.identity_type, p.identity_no_mask, p.licence_class, p.licence_expire,
    p.verify_status, p.blacklist,
    (select count(*)::int from "order" x where x.renter_id = p.id and x.status in (${rentalStatuses})) as order_count
  from (select unnest(o.renter_id || o.codriver_ids) as id from "order" o where o.id = $1) who
    join person p on p.id = who.id`

export interface LineRow {
  code: string
  name: string
  unit: string
  unitPriceFen: number
  amountFen: number
  formula: string
  /** 0 pickup, 1 return for a charge that is due there; null for a charge of the booking or during the rental. */
  handover: Columns['pickupReturnRecord.type'] | null
}

/** Valid charges without deposits: those of the booking, then those of the handovers and those outside of a handover. */
const LINES = `
  select code, name, unit, unit_price_fen, amount_fen, formula, null::smallint as handover, seq, id from order_item
  where order_id = $1 and status = 'active' and item_type <> ${orderItemType.deposit}
  union all
  select 'expense', name, 'order', amount_fen, amount_fen, formula, case when bought is null then type end, 32767, id from expense_item
  where order_id = $1 and not void and status <> ${expenseStatus.waived}
  union all
  select kind, ${claimNameSql}, 'order', ${claimLeftSql}, ${claimLeftSql}, coalesce(nullif(formula, ''), note), null, 32767, id
  from claim where order_id = $1 and credited is not null and ${claimLeftSql} > 0
  union all
  select 'reimbursement', '报销退款', 'order', -amount_fen, -amount_fen, '', null, 32767, id from reimbursement
  where order_id = $1 and status = ${reimbursementStatus.done} and kind = ${reimbursementKind.refund}
  union all
  select 'writeOff', '坏账核销', 'order', recovered_fen - amount_fen, recovered_fen - amount_fen, reason, null, 32767, id from write_off
  where order_id = $1 and recovered_fen < amount_fen
  order by seq, handover, id`

export interface DepositPart {
  id: string
  kind: Columns['deposit.kind']
  amount: number
  mode: Columns['deposit.mode'] | null
  payStatus: Columns['payStatus']
  waiveType: Columns['waiveType'] | null
  holdStatus: Columns['holdStatus']
  payWay: Columns['payWay'] | null
  held: number
  captured: number
  released: number
  moved: number
  platformAsked: number
  platformTaken: number
  inFlight: number
  dueReleaseAt: number | null
  expireAt: number | null
  version: number
  voucherIds: string[]
}

export interface DriverPart {
  id: string
  type: Columns['driverTask.type']
  status: Columns['driverTask.status']
  planAt: number
  accountId: string
  name: string
  arrivedAt: number | null
  version: number
}

export interface PartsRow {
  deposits: DepositPart[]
  drivers: DriverPart[]
  agreements: { id: string; type: Columns['agreement.type']; status: Columns['agreement.status']; at: number }[]
  records: {
    id: string
    type: Columns['pickupReturnRecord.type']
    at: number | null
    draft: boolean
    mileageKm: number | null
    operatorName: string
    photoCount: number
  }[]
}

/** SQL: epoch ms for a value inside JSON. */
const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`

/** SQL: the rows of a sub-select as a JSON list, in the order of the sub-select. */
const jsonList = (select: string) => `(select coalesce(json_agg(row_to_json(x)), '[]') from (${select}) x)`

const PARTS = `
  select
    ${jsonList(`select d.id::text, d.kind, d.amount_fen as amount, d.mode, d.pay_status as "payStatus",
      d.waive_type as "waiveType", d.hold_status as "holdStatus", d.pay_way as "payWay", d.held_fen as held,
      d.captured_fen as captured, d.released_fen as released, d.moved_fen as moved,
      d.platform_asked_fen as "platformAsked", d.platform_taken_fen as "platformTaken", d.in_flight_fen as "inFlight",
      ${ms('d.due_release_at')} as "dueReleaseAt", ${ms('d.expire_at')} as "expireAt", d.version,
      d.voucher_ids::text[] as "voucherIds"
      from deposit d where d.order_id = $1 and d.kind in (${depositKind.rental}, ${depositKind.violation})
      order by d.kind`)} as deposits,
    ${jsonList(`select t.id::text, t.type, t.status, ${ms('t.plan_at')} as "planAt", t.account_id::text as "accountId",
      a.name, ${ms('t.arrived_at')} as "arrivedAt", t.version from driver_task t join account a on a.id = t.account_id
      where t.order_id = $1 and t.status <> ${driverTaskStatus.cancelled} order by t.type, t.id`)} as drivers,
    ${jsonList(`select g.id::text, g.type, case when ${supersededSql('g')} then ${agreementStatus.void} else g.status end as status, ${ms('coalesce(g.signed_at, g.created_at)')} as at
      from agreement g where g.order_id = $1 order by g.id desc`)} as agreements,
    ${jsonList(`select c.id::text, c.type, ${ms('c.at')} as at, c.draft, c.mileage_km as "mileageKm",
      c.operator_name as "operatorName", jsonb_array_length(c.photos) as "photoCount"
      from pickup_return_record c where c.order_id = $1 and not c.void order by c.type, c.seq`)} as records`

export interface ProgressRow {
  toStatus: Columns['toStatus']
  firstAt: number
  lastAt: number
}

const PROGRESS = `
  select to_status, min(at) as first_at, max(at) as last_at from order_log
  where order_id = $1 and to_status is not null and from_status is distinct from to_status group by to_status`

/** All data of the detail except its remarks; the head is missing when the order is not visible to the account. */
export async function readDetail({ query }: Pick<Context, 'query'>, orderId: string) {
  const [heads, people, lines, parts, progress] = await Promise.all([
    query<HeadRow>(HEAD, [orderId]),
    query<PersonRow>(PEOPLE, [orderId]),
    query<LineRow>(LINES, [orderId]),
    query<PartsRow>(PARTS, [orderId]),
    query<ProgressRow>(PROGRESS, [orderId]),
  ])
  return { head: heads[0], people, lines, parts: parts[0]!, progress }
}

const VEHICLE_OF_ORDER = `
  select ${VEHICLE} from vehicle v join model vm on vm.id = v.model_id
  where v.id = (select o.vehicle_id from "order" o where o.id = $1)`

/**
 * The car of an order when it has since left the caller's stores and is outside their scope: an account that sees an order
 * may see its car.
 */
export async function vehicleElsewhere(ctx: Pick<Context, 'query' | 'elevated'>, orderId: string) {
  const rows = await ctx.elevated(() => ctx.query<VehicleRow>(VEHICLE_OF_ORDER, [orderId]))
  return rows[0]
}
