import {
  type OrderKind,
  type OrderStatus,
  orderStatus,
  orderStatuses,
  type PickupReturnQueryStatus,
  pickupReturnQueryStatus,
  pickupReturnQueryStatuses,
  pickupTypes,
  type Source,
} from '@cheyi/domain/booking/order/codes'
import { type OrderProfile, profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderPendingNames, orderPendingWork } from '@cheyi/domain/booking/order/waits'
import { depositKinds, depositPayStatus, depositStatus } from '@cheyi/domain/money/deposit/codes'
import { formatDay } from '@cheyi/domain/near'
import { type PlanDue, planDue, planDues } from '@cheyi/domain/rental/instalment/codes'
import { parseDateTime } from '@cheyi/domain/time'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import type { SearchValue, ValuesOf } from '../../../kernel/page/search.ts'
import type { orderScreens } from '../screens.ts'

/* The filter of the list: parsed address, call input, and chip texts. */

/** The parsed address of the list. */
export type ListValues = ValuesOf<(typeof orderScreens.list)['search']>
export type ListInput = InputOf<typeof calls.order.list>
/** New values for the address; undefined removes one. */
export type Changes = Readonly<Partial<Record<keyof ListValues, SearchValue>>>

/** Address value for every store; without it the current store of the app is meant. */
export const ALL = 'all'

export interface Tab {
  /** The statuses as written in the address: `3`, `7,8`; '' for all; an instalment tab has a name. */
  readonly key: string
  readonly label: string
  readonly statuses: readonly OrderStatus[]
  /** Orders whose instalments are due or late, in any status. */
  readonly planDue?: PlanDue
  /** Shown only while it has orders, because most days have none. */
  readonly rare?: true
}

const tab = (label: string, statuses: readonly OrderStatus[], rare?: true): Tab => ({
  key: statuses.join(','),
  label,
  statuses,
  rare,
})

const everything = tab('全部', [])

const statusTabs: readonly Tab[] = [
  tab('待付款', [orderStatus.submitted], true),
  tab('待确认', [orderStatus.confirming]),
  tab('待排车', [orderStatus.confirmed]),
  tab('待取车', [orderStatus.arranged]),
  tab('用车中', [orderStatus.pickedUp]),
  tab('已还车', [orderStatus.returned]),
  tab('已取消', [orderStatus.cancelling, orderStatus.cancelled]),
  tab('未提交', [orderStatus.notSubmitted], true),
]

const planTabs: readonly Tab[] = [
  { key: 'due', label: '待收款', statuses: [], planDue: planDue.due },
  { key: 'late', label: '逾期', statuses: [], planDue: planDue.late },
]

/** The tabs of a kind of order; for orders paid by instalments, due payments come first. */
export const tabsOf = ({ billing }: Pick<OrderProfile, 'billing'>): readonly Tab[] => [
  everything,
  ...(billing === 'instalments' ? planTabs : []),
  ...statusTabs,
]

/** The address changes of a tab. */
export const tabChange = ({ statuses, planDue }: Tab): Changes => ({
  status: statuses.join(',') || undefined,
  planDue: planDue?.toString(),
})

/** What a time range refers to, with the texts of the field and the chip. */
export const dateTypes = [
  { value: 1, label: '取车时间', chip: '取车' },
  { value: 2, label: '还车时间', chip: '还车' },
  { value: 3, label: '下单时间', chip: '下单' },
] as const
export type DateType = (typeof dateTypes)[number]['value']

/** Sort orders: by the next deadline, by the next due payment, or by creation. */
export const sortsOf = ({ planDue }: Pick<ListValues, 'planDue'>) =>
  [
    { key: 'next', label: planDue === undefined ? '按下一步时间' : '按应收日期' },
    { key: 'newest', label: '按下单时间' },
  ] as const

/** Deposit labels as the cards show them; each is one pair of waiver and collection status. */
export const depositChoices = [
  { value: 'unpaid', label: '未收取', waived: depositStatus.none, collected: depositPayStatus.unpaid, later: false },
  {
    value: 'later',
    label: '违章还车时收',
    waived: depositStatus.none,
    collected: depositPayStatus.unpaid,
    later: true,
  },
  {
    value: 'rentalFree',
    label: '免租车押金',
    waived: depositStatus.rentalFree,
    collected: undefined,
    later: undefined,
  },
  {
    value: 'violationFree',
    label: '免违章押金',
    waived: depositStatus.violationFree,
    collected: undefined,
    later: undefined,
  },
  { value: 'bothFree', label: '押金双免', waived: depositStatus.bothFree, collected: undefined, later: undefined },
  { value: 'paid', label: '已收取', waived: depositStatus.none, collected: depositPayStatus.paid, later: undefined },
  {
    value: 'authorised',
    label: '已授权',
    waived: depositStatus.none,
    collected: depositPayStatus.authorised,
    later: undefined,
  },
] as const
export type DepositChoice = (typeof depositChoices)[number]['value']

/** The address changes of a deposit label; undefined removes it. */
export function depositChange(choice: DepositChoice | undefined): Changes {
  const found = depositChoices.find(({ value }) => value === choice)
  return {
    depositStatus: found?.waived.toString(),
    depositPayStatus: found?.collected?.toString(),
    depositLater: found?.later || undefined,
  }
}

/** The deposit label of an address; undefined also for a pair without a label. */
export const depositChoiceOf = (values: ListValues) => choiceOf(values)?.value

const choiceOf = ({ depositStatus: waived, depositPayStatus: collected, depositLater: later }: ListValues) =>
  depositChoices.find(
    (choice) =>
      choice.waived.toString() === waived.join(',') &&
      (choice.collected ?? '').toString() === collected.join(',') &&
      (choice.later ?? false) === later,
  )

const notOfTheDay: readonly PickupReturnQueryStatus[] = [pickupReturnQueryStatus.selfCheckWaiting]
/** Quick filters for daily work; checking self-service handovers has a page of its own. */
export const quickFilters: readonly PickupReturnQueryStatus[] = pickupReturnQueryStatuses.values.filter(
  (code) => !notOfTheDay.includes(code),
)

const only = <T extends number>(codes: readonly T[], given: number | undefined): T | undefined =>
  codes.find((code) => code === given)
const codesIn = <T extends number>(codes: readonly T[], given: readonly string[]): T[] =>
  codes.filter((code) => given.includes(String(code)))
const orNone = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined)

/** Both ends, or null: an incomplete range is no filter. */
export function rangeOf({ dateRange }: Pick<ListValues, 'dateRange'>): readonly [string, string] | null {
  const [from, to] = dateRange
  return from && to && parseDateTime(from) !== null && parseDateTime(to) !== null ? [from, to] : null
}

/** The requested stores: those of the address, otherwise the current store of the app; [] means every store. */
export function storesOf({ storeId }: Pick<ListValues, 'storeId'>, current: string | null): readonly string[] {
  if (storeId.includes(ALL)) return []
  if (storeId.length > 0) return storeId.filter((one) => /^\d+$/.test(one))
  return current === null ? [] : [current]
}

/** The address changes of a choice of stores; empty when it equals the current store of the app. */
export function storeChange(chosen: readonly string[], current: string | null): Changes {
  const usual = current === null ? chosen.length === 0 : chosen.length === 1 && chosen[0] === current
  return { storeId: usual ? undefined : chosen.length === 0 ? ALL : chosen.join(',') }
}

const waitOf = ({ waits }: Pick<ListValues, 'waits'>) => orderPendingNames.find((one) => one === waits)

const planOf = ({ planDue }: Pick<ListValues, 'planDue'>, kind: OrderKind): PlanDue | undefined =>
  profileOf(kind).billing === 'instalments' ? only(planDues.values, planDue) : undefined

/** The input of the call; invalid values of the address are left out. */
export function inputOf(values: ListValues, kind: OrderKind, current: string | null): ListInput {
  const dateRange = rangeOf(values)
  return {
    orderKind: values.both ? undefined : kind,
    status: orNone(codesIn(orderStatuses.values, values.status)),
    keyword: values.keyword || undefined,
    pickupReturnQueryStatus: only(pickupReturnQueryStatuses.values, values.pickupReturnQueryStatus),
    dateType: dateRange ? dateTypeOf(values) : undefined,
    dateRange: dateRange ?? undefined,
    storeId: orNone(storesOf(values, current)),
    source: orNone(values.source.map(Number) as Source[]),
    modelId: values.modelId,
    pickupType: only(pickupTypes.values, values.pickupType),
    depositStatus: orNone(values.depositStatus.map(Number) as NonNullable<ListInput['depositStatus']>),
    depositPayStatus: orNone(values.depositPayStatus.map(Number) as NonNullable<ListInput['depositPayStatus']>),
    depositLater: choiceOf(values)?.later,
    overdue: values.overdue || undefined,
    depositDue: only(depositKinds.values, values.depositDue),
    planDue: planOf(values, kind),
    waits: waitOf(values),
    sort: values.sort,
  }
}

export const dateTypeOf = ({ dateType }: Pick<ListValues, 'dateType'>): DateType =>
  dateTypes.find(({ value }) => value === dateType)?.value ?? 1

/** `11-20 ~ 11-22` for whole days, otherwise with times. */
function rangeWords([from, to]: readonly [string, string], now: number): string {
  const allDay = from.endsWith('00:00') && to.endsWith('23:59')
  const words = (moment: string) => {
    const day = formatDay(parseDateTime(moment) ?? now, now)
    return allDay ? day : `${day} ${moment.slice(11)}`
  }
  const [first, last] = [words(from), words(to)]
  return first === last ? first : `${first} ~ ${last}`
}

/** An active filter: its text, and the address changes that remove it. */
export interface Chip {
  readonly key: string
  readonly text: string
  readonly without: Changes
}

/** Names that come from the server. */
export interface Names {
  readonly store: (id: string) => string | undefined
  readonly source: (code: Source) => string
  readonly model: (id: string) => string | undefined
}

/** The active filters, except keyword and tab, which are visible anyway. */
export function chipsOf(values: ListValues, current: string | null, names: Names, now: number): Chip[] {
  const chips: Chip[] = []
  const add = (key: string, text: string | undefined, without: Changes) =>
    chips.push({ key, text: text || '…', without })
  const range = rangeOf(values)
  const statuses = codesIn(orderStatuses.values, values.status)
  const quick = only(pickupReturnQueryStatuses.values, values.pickupReturnQueryStatus)
  const stores = storesOf(values, current)
  const way = only(pickupTypes.values, values.pickupType)
  const due = only(depositKinds.values, values.depositDue)
  const wait = waitOf(values)
  const deposit = depositChoices.find(({ value }) => value === depositChoiceOf(values))

  if (values.both) add('both', '短租和长租', { both: undefined })
  if (statuses.length > 0 && tabOf(values).statuses.length === 0)
    add('status', statuses.map((status) => orderStatuses.text(status)).join('、'), { status: undefined })
  if (quick) add('quick', pickupReturnQueryStatuses.text(quick), { pickupReturnQueryStatus: undefined })
  if (range) {
    const type = dateTypes.find(({ value }) => value === dateTypeOf(values))
    add('date', `${type?.chip} ${rangeWords(range, now)}`, { dateRange: undefined, dateType: undefined })
  }
  for (const id of stores) {
    const rest = stores.filter((other) => other !== id)
    add(`store ${id}`, names.store(id), storeChange(rest, current))
  }
  for (const code of values.source) {
    const rest = values.source.filter((other) => other !== code)
    add(`source ${code}`, names.source(Number(code) as Source), { source: rest })
  }
  if (values.modelId) add('model', names.model(values.modelId), { modelId: undefined })
  if (deposit) add('deposit', `押金 ${deposit.label.replace('押金', '')}`, depositChange(undefined))
  if (way) add('way', pickupTypes.text(way), { pickupType: undefined })
  if (values.overdue) add('overdue', '超时未还', { overdue: undefined })
  if (due) add('depositDue', `待退${depositKinds.text(due)}`, { depositDue: undefined })
  if (wait) add('waits', orderPendingWork[wait], { waits: undefined })
  return chips
}

/** The tab of an address; 全部 for statuses without a tab. */
export const tabOf = ({ status, planDue }: Pick<ListValues, 'status' | 'planDue'>): Tab =>
  planTabs.find((one) => one.planDue === planDue) ??
  statusTabs.find(({ key }) => key === status.join(',')) ??
  everything

/** Removes all filters of the sheet; keyword, tab and sort order stay. */
export const noFilter: Changes = {
  pickupReturnQueryStatus: undefined,
  dateType: undefined,
  dateRange: undefined,
  storeId: undefined,
  source: undefined,
  modelId: undefined,
  pickupType: undefined,
  depositStatus: undefined,
  depositPayStatus: undefined,
  depositLater: undefined,
  overdue: undefined,
  depositDue: undefined,
  waits: undefined,
  both: undefined,
}
