import type { ChargeLine } from '../../booking/order/charges.ts'
import { formatHours } from '../../length.ts'
import {
  type DepositKind,
  type DepositPayStatus,
  depositKinds,
  depositPayStatuses,
  type ViolationAt,
} from '../../money/deposit/codes.ts'
import { laterText } from '../../money/deposit/status.ts'
import { RAISED_AFTER } from '../../money/expense/late-multiplier.ts'
import { type Fen, formatAmount, formatCell, formatMoney, percent } from '../../money.ts'
import { displayPlate } from '../../platform/check/plate.ts'
import { dailyPrice } from '../../pricing/quote/long/months.ts'
import { type LongTerms, payIntervals } from '../../pricing/quote/long/terms.ts'
import { addDays, formatDateTime, type Instant, type LocalDate, localDate } from '../../time.ts'
import type { FuelKind } from '../pickup-return/codes.ts'
import { readsBattery, readsFuel } from '../pickup-return/record.ts'
import { agreementType, type ContractType } from './codes.ts'

/*
 * The content of a rental document in sections of label and text, and the facts that it still lacks. Numbers of
 * documents and phones are masked, because documents are shown to others and forwarded.
 */

/** A person named on the document; '' where a text is unknown. */
export interface PaperPerson {
  readonly name: string
  readonly phone: string
  readonly identityName: string
  readonly identityNo: string
  readonly licenceNo: string
  readonly licenceClass: string
}

/** A handover as far as its record is filled in; mileage in km, fuel in eighths of the tank, charge in percent. */
export interface PaperHandover {
  readonly mileageKm: number | null
  readonly fuelKind: FuelKind
  readonly fuelEighths: number | null
  readonly batteryPct: number | null
  /** Marks on the car outline. */
  readonly damageMarks: number
}

/** A car of a swap, with its readings at the swap. */
export interface PaperCar {
  readonly plate: string
  readonly model: string
  readonly vinTail: string
  /** The return record of the old car, the pickup record of the new one. */
  readonly record: PaperHandover
}

/** A change of cars during a rental. */
export interface PaperSwap {
  readonly at: Instant
  readonly reason: string
  readonly old: PaperCar
  readonly new: PaperCar
}

export interface PaperRenewal {
  readonly seq: number
  /** The agreed end before and after the renewal. */
  readonly from: Instant
  readonly to: Instant
  readonly charges: readonly ChargeLine[]
  readonly amount: Fen
}

/** The early end of a long contract. Amounts in fen, as they are due at the end if nothing is paid before it. */
export interface PaperEnd {
  /** When the car is due back before and after this agreement. */
  readonly from: Instant
  readonly to: Instant
  readonly merchantCause: boolean
  readonly reason: string
  readonly used: Fen
  readonly penalty: Fen
  readonly lateFees: Fen
  /** Negative: to be refunded. */
  readonly owed: Fen
}

/** Terms that only a long rental has. */
export interface PaperTerm {
  /** For example `6个月`. */
  readonly length: string
  readonly monthlyPrice: Fen
  readonly terms: LongTerms
  /** The payment plan; `periodTo` is exclusive: the first date of the next period. */
  readonly rows: readonly {
    readonly seq: number
    readonly periodFrom: LocalDate
    readonly periodTo: LocalDate
    readonly dueDate: LocalDate
    readonly amount: Fen
  }[]
}

export interface PaperFacts {
  readonly orderNo: string
  readonly lessor: {
    readonly name: string
    readonly licenceNo: string
    readonly store: string
    readonly address: string
    readonly phone: string
  }
  readonly renter: PaperPerson | null
  readonly codrivers: readonly PaperPerson[]
  readonly vehicle: { readonly plate: string; readonly model: string; readonly vinTail: string } | null
  readonly pickup: { readonly at: Instant; readonly actualAt: Instant | null; readonly place: string }
  readonly return: { readonly at: Instant; readonly actualAt: Instant | null; readonly place: string }
  readonly charges: readonly ChargeLine[]
  readonly total: Fen
  /** Empty before the return. */
  readonly returnCharges: readonly ChargeLine[]
  readonly deposits: readonly {
    readonly kind: DepositKind
    readonly amount: Fen
    readonly payStatus: DepositPayStatus
    /** When an unpaid deposit is agreed to be collected; null where it is paid, or due now. */
    readonly later: ViolationAt | null
  }[]
  readonly pickupRecord: PaperHandover | null
  readonly returnRecord: PaperHandover | null
  /** The latest swap; null when there was none. */
  readonly swap: PaperSwap | null
  /** Only in the document of a renewal. */
  readonly renewal: PaperRenewal | null
  /** Only in the document of an early end. */
  readonly end: PaperEnd | null
  /** null for a regular order. */
  readonly term: PaperTerm | null
  readonly terms: {
    readonly graceMinutes: number
    readonly overdueMultiplierBp: number
    readonly violationHoldDays: number
    /** 0 = no limit. */
    readonly freeKmPerDay: number
    readonly overMileagePerKm: Fen
    readonly fuelFenPerLitre: Fen
    readonly chargeFenPerKwh: Fen
    /** 0: by kWh. */
    readonly chargeFenPerPct: Fen
    readonly energyServiceFeeFen: Fen
    /** Whether the driving of the rental is summed up. */
    readonly drivingFacts: boolean
    readonly violationAgencyFeeFen: Fen
    readonly violationDeadlineDays: number
  }
}

export interface PaperSection {
  readonly title: string
  readonly rows: readonly { readonly label: string; readonly text: string }[]
}

/** `electronic`: printed from these facts; `paper`: filled in by hand and photographed. */
export type PaperForm = 'electronic' | 'paper'

/**
 * Names of the facts that are missing for a document; empty when it can be made. A photographed one has the
 * readings in handwriting, so that only the renter and the car are needed.
 */
export function missingFacts(type: ContractType, facts: PaperFacts, form: PaperForm): string[] {
  const missing: string[] = []
  if (facts.renter === null) missing.push('承租人')
  else {
    if (facts.renter.identityNo === '') missing.push('证件号码')
    if (form === 'electronic' && facts.renter.licenceNo === '') missing.push('驾驶证号')
  }
  if (facts.vehicle === null) missing.push('车辆')
  if (type === agreementType.swap) {
    // The readings of both cars are part of the swap record.
    if (facts.swap === null) missing.push('换车记录')
  } else if (type === agreementType.renewal) {
    if (facts.renewal === null) missing.push('续租记录')
  } else if (type === agreementType.end) {
    if (facts.end === null) missing.push('提前退租约定')
  } else if (form === 'electronic') {
    const readings = missingReadings(facts.pickupRecord).map((name) => `取车${name}`)
    if (type === agreementType.return)
      readings.push(...missingReadings(facts.returnRecord).map((name) => `还车${name}`))
    missing.push(...readings)
  }
  return missing
}

function missingReadings(record: PaperHandover | null): string[] {
  if (record === null) return ['记录']
  return [
    ...(record.mileageKm === null ? ['里程'] : []),
    ...(readsFuel(record.fuelKind) && record.fuelEighths === null ? ['油量'] : []),
    ...(readsBattery(record.fuelKind) && record.batteryPct === null ? ['电量'] : []),
  ]
}

/** Sections of a document; unknown facts are left blank. */
export function paperSections(type: ContractType, facts: PaperFacts): PaperSection[] {
  const own = {
    [agreementType.swap]: swapSections,
    [agreementType.renewal]: renewalSections,
    [agreementType.end]: endSections,
  } as const
  const sections = own[type as keyof typeof own]
  return [...partySections(facts), ...(sections === undefined ? leaseSections(type, facts) : sections(facts))]
}

function partySections(facts: PaperFacts): PaperSection[] {
  return [
    {
      title: '出租方',
      rows: [
        row('名称', facts.lessor.name),
        row('统一社会信用代码', facts.lessor.licenceNo),
        row('门店', facts.lessor.store),
        row('地址', facts.lessor.address),
        row('电话', facts.lessor.phone),
      ],
    },
    { title: '承租方', rows: facts.renter === null ? [row('姓名', '')] : personRows(facts.renter) },
    ...facts.codrivers.map((codriver) => ({ title: '驾驶人', rows: personRows(codriver) })),
  ]
}

/** Old and new car; nothing else of the rental changes. */
function swapSections({ orderNo, swap, return: { at, place } }: PaperFacts): PaperSection[] {
  if (swap === null) return []
  return [
    {
      title: '换车',
      rows: [
        row('订单号', orderNo),
        row('换车时间', formatDateTime(swap.at)),
        row('换车原因', swap.reason),
        row('约定还车时间', formatDateTime(at)),
        row('还车地点', place),
        row('差价', '¥0.00（租金与押金按原订单，不因换车增减）'),
      ],
    },
    { title: '原车收回', rows: [...carRows(swap.old), ...handoverRows(swap.old.record)] },
    { title: '新车交付', rows: [...carRows(swap.new), ...handoverRows(swap.new.record)] },
  ]
}

/** The new end and its cost; nothing else of the rental changes. */
function renewalSections(facts: PaperFacts): PaperSection[] {
  const { renewal } = facts
  if (renewal === null) return []
  return [
    { title: '车辆', rows: carRows(facts.vehicle) },
    {
      title: '续租',
      rows: [
        row('订单号', facts.orderNo),
        row('续租次数', `第${renewal.seq}次`),
        row('原约定还车时间', formatDateTime(renewal.from)),
        row('变更后还车时间', formatDateTime(renewal.to)),
        row('还车地点', facts.return.place),
      ],
    },
    { title: '费用', rows: [...renewal.charges.map(chargeRow), row('合计', formatMoney(renewal.amount))] },
    { title: '押金', rows: depositRows(facts) },
    { title: '约定', rows: termRows(facts) },
  ]
}

/** Title of the section with the settlement of an early end. */
export const SETTLED = '结算'

function endSections(facts: PaperFacts): PaperSection[] {
  const { end } = facts
  if (end === null) return []
  return [
    { title: '车辆', rows: carRows(facts.vehicle) },
    {
      title: '提前终止',
      rows: [
        row('订单号', facts.orderNo),
        row('取车时间', formatDateTime(facts.pickup.actualAt ?? facts.pickup.at)),
        row('原约定还车时间', formatDateTime(end.from)),
        row('变更后还车时间', formatDateTime(end.to)),
        row('还车地点', facts.return.place),
        row('原因', end.reason),
        row('责任方', causeText(end)),
      ],
    },
    { title: SETTLED, rows: [...endLines(facts, end).map(chargeRow), row('合计', formatMoney(end.owed))] },
    { title: '押金', rows: depositRows(facts) },
    // The cost of an early end is in the section before.
    { title: '约定', rows: termRows(facts).filter(({ label }) => label !== EARLY_END) },
  ]
}

export const causeText = ({ merchantCause }: PaperEnd): string => (merchantCause ? '出租方' : '承租方')

/** The settlement of an early end as lines of a table; their sum is due, or refunded, when the car is returned. */
export function endLines({ pickup, term }: Pick<PaperFacts, 'pickup' | 'term'>, end: PaperEnd): ChargeLine[] {
  const [first, last] = [localDate(pickup.at), addDays(localDate(end.to), -1)]
  // Payments may also have paid other open charges, so that the difference is derived here.
  const paid = end.used + end.penalty + end.lateFees - end.owed
  const most = term === null ? '' : `以剩余租期的租金为限，最高${term.terms.penaltyMonths}个月租金`
  return [
    { name: '已用租金及服务', formula: first > last ? '未用' : `${first} 至 ${last}`, amount: end.used },
    { name: '提前退租违约金', formula: end.merchantCause ? '因出租方原因，免收' : most, amount: end.penalty },
    ...(end.lateFees > 0 ? [{ name: '逾期违约金', formula: '未付分期至退租日', amount: end.lateFees }] : []),
    ...(paid > 0 ? [{ name: '减：已付款项', formula: '签订时已付，已扣除其他未付费用', amount: -paid }] : []),
    ...(paid < 0 ? [{ name: '其他未付费用', formula: '签订时未付', amount: -paid }] : []),
  ]
}

/** Who pays whom at the return, provided that nothing is paid before it. */
export function settledText({ owed }: PaperEnd): string {
  if (owed === 0) return '双方互不补退'
  const sum = `${formatAmount(Math.abs(owed))}元`
  return owed > 0 ? `承租方在还车时付清${sum}` : `出租方在还车结算后退还承租方${sum}`
}

function leaseSections(type: ContractType, facts: PaperFacts): PaperSection[] {
  const back = type === agreementType.return
  const sections: PaperSection[] = [
    {
      title: '车辆',
      rows: carRows(facts.vehicle),
    },
    {
      title: '租期',
      rows: [
        row('订单号', facts.orderNo),
        row('取车时间', formatDateTime(facts.pickup.actualAt ?? facts.pickup.at)),
        row('取车地点', facts.pickup.place),
        row('约定还车时间', formatDateTime(facts.return.at)),
        ...(back && facts.return.actualAt !== null ? [row('实际还车时间', formatDateTime(facts.return.actualAt))] : []),
        row('还车地点', facts.return.place),
        ...(type === agreementType.long && facts.term !== null ? leaseTermRows(facts.term) : []),
      ],
    },
    { title: '费用', rows: [...facts.charges.map(chargeRow), row('合计', formatMoney(facts.total))] },
    ...(type === agreementType.long && facts.term !== null
      ? [{ title: PLAN, rows: planLines(facts.term).map(chargeRow) }]
      : []),
    ...(back && facts.returnCharges.length > 0
      ? [{ title: '还车费用', rows: facts.returnCharges.map(chargeRow) }]
      : []),
    { title: '押金', rows: depositRows(facts) },
    { title: '取车交接', rows: handoverRows(facts.pickupRecord) },
  ]
  if (back) sections.push({ title: '还车交接', rows: handoverRows(facts.returnRecord) })
  else sections.push({ title: '约定', rows: termRows(facts) })
  return sections
}

const row = (label: string, text: string) => ({ label, text })

/** Title of the payment plan of a long rental. */
export const PLAN = '分期计划'

/** The payment plan as lines of a table; the date shown is the last day that an instalment pays for. */
export const planLines = ({ rows }: PaperTerm): ChargeLine[] =>
  rows.map(({ seq, periodFrom, periodTo, dueDate, amount }) => ({
    name: `第${seq}期`,
    formula: `${periodFrom} 至 ${addDays(periodTo, -1)}，应付日期 ${dueDate}`,
    amount,
  }))

const leaseTermRows = ({ length, monthlyPrice, terms }: PaperTerm) => [
  row('租期', length),
  row('月租金', formatMoney(monthlyPrice)),
  row('付款方式', payIntervals.text(terms.payInterval)),
]

const carRows = (car: PaperFacts['vehicle']) => [
  row('车型', car?.model ?? ''),
  row('车牌号', displayPlate(car?.plate ?? '')),
  row('车架号后六位', car?.vinTail ?? ''),
]

const personRows = (person: PaperPerson) => [
  row('姓名', person.name),
  row('电话', person.phone),
  row(person.identityName, person.identityNo),
  row('驾驶证', [person.licenceNo, person.licenceClass].filter((text) => text !== '').join(' ')),
]

const chargeRow = ({ name, formula, amount }: ChargeLine) =>
  row(name, formula === '' ? formatMoney(amount) : `${formatMoney(amount)}（${formula}）`)

const depositRows = (facts: PaperFacts) => [
  ...facts.deposits.map(({ kind, amount, payStatus, later }) =>
    row(
      depositKinds.text(kind),
      `${formatMoney(amount)} ${later === null ? depositPayStatuses.text(payStatus) : laterText(later)}`,
    ),
  ),
  row('退还', `租车押金于还车结算后退还，违章押金于还车满${facts.terms.violationHoldDays}天且无未处理违章时退还`),
]

const handoverRows = (record: PaperHandover | null) => [
  row('里程', record?.mileageKm == null ? '' : `${record.mileageKm}公里`),
  ...(record === null || readsFuel(record.fuelKind)
    ? [row('油量', record?.fuelEighths == null ? '' : `${record.fuelEighths}/8`)]
    : []),
  ...(record !== null && readsBattery(record.fuelKind)
    ? [row('电量', record.batteryPct === null ? '' : `${record.batteryPct}%`)]
    : []),
  row('车身损伤', record === null ? '' : record.damageMarks === 0 ? '无' : `${record.damageMarks}处，见验车单`),
]

/** What a late return costs: by the hour, for a long rental by the day. */
export function lateText({ term, terms }: Pick<PaperFacts, 'term' | 'terms'>): string {
  const further = percent(terms.overdueMultiplierBp)
  if (term === null)
    return `超过约定还车时间${terms.graceMinutes}分钟起按小时计费；超过${formatHours(RAISED_AFTER)}起按日租金的${further}计费`
  const first = formatMoney(dailyPrice(term.monthlyPrice))
  return `约定还车日当天还车不另计费；自次日起按日计费，首日为月租金的三十分之一（${first}），此后每日按其${further}计费`
}

export function lateFeeText({ terms }: PaperTerm): string {
  const { instalmentGraceDays: grace, lateFeeBpPerDay, lateFeeCapBp } = terms
  if (lateFeeBpPerDay === 0) return '不计收逾期违约金'
  return `应付日期后宽限${grace}天，自宽限期满次日起每日按当期未付租金的${percent(lateFeeBpPerDay)}计收，每期累计不超过当期应付金额的${percent(lateFeeCapBp)}`
}

export function earlyEndText({ terms, monthlyPrice }: PaperTerm): string {
  const { penaltyMonths: months } = terms
  if (months === 0) return '按已用租期结算，不另收违约金'
  return `按已用租期结算，另付违约金：以剩余租期的租金为限，最高${months}个月租金（${formatMoney(months * monthlyPrice)}）；因出租方原因的不付违约金`
}

const EARLY_END = '提前退租'

function termRows(facts: Pick<PaperFacts, 'term' | 'terms'>) {
  const { term, terms } = facts
  const mileage =
    terms.freeKmPerDay === 0
      ? '不限里程'
      : `每日${terms.freeKmPerDay}公里，超出部分每公里${formatCell(terms.overMileagePerKm)}元`
  return [
    ...(term === null ? [] : [row('逾期违约金', lateFeeText(term)), row(EARLY_END, earlyEndText(term))]),
    row('超时', lateText(facts)),
    row('里程', mileage),
    row('油电', '还车时油量、电量不低于取车时，不足部分按量计费'),
  ]
}
