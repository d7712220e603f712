import { feeMode, pickupType, pickupTypes, returnTypes, source } from '../../booking/order/codes.ts'
import { Refusal, type RefusalKey } from '../../refusal.ts'
import { type Instant, parseDateTime } from '../../time.ts'
import { price, snapshotOf } from './price.ts'
import type { HandoverPlace, PriceInput } from './quote.ts'
import type {
  ChannelTerms,
  FeeConfig,
  HolidayCalendar,
  PriceRule,
  PriceRules,
  ServiceItem,
  StoreTerms,
} from './rules.ts'
import { type RentalTerm, termOf } from './term.ts'

/* Rules and inputs for tests of pricing, expenses, renewals and cancellations: rule T, on which the test vectors are based. */

/** `2026-11-02 10:00` in Asia/Shanghai. */
export function at(text: string): Instant {
  const instant = parseDateTime(text.length === 11 ? `2026-${text}` : text)
  if (instant === null) throw new Error(`no time: ${text}`)
  return instant
}

const days = (month: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `2026-${month}-${String(from + i).padStart(2, '0')}`)

/** The published calendar of 2026; 2027 is not published. */
export const calendar2026: HolidayCalendar = new Map([
  [
    2026,
    {
      holidays: Object.fromEntries(
        [
          ...days('01', 1, 3),
          ...days('02', 15, 23),
          ...days('04', 4, 6),
          ...days('05', 1, 5),
          ...days('06', 19, 21),
          ...days('09', 25, 27),
          ...days('10', 1, 7),
        ].map((date) => [date, '节假日']),
      ),
      workdays: ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'],
    },
  ],
])

export const ruleT: PriceRule = {
  id: 'T',
  source: 0,
  basePrice: 20000,
  weekendPrice: 26000,
  holidayPrice: 39900,
  weekendDays: [6, 7],
  overHourPrice: null,
  overHourDivisor: 6,
  minDays: 1,
  maxDays: null,
  advanceMinMinutes: null,
  discountOnHoliday: false,
  enabled: true,
  tiers: [
    { fromDays: 3, rateBp: 9500, fixedDayPrice: null },
    { fromDays: 7, rateBp: 9000, fixedDayPrice: null },
    { fromDays: 15, rateBp: 8000, fixedDayPrice: null },
    { fromDays: 30, rateBp: 7000, fixedDayPrice: null },
  ],
}

export const service = (fields: Partial<ServiceItem> & Pick<ServiceItem, 'code' | 'price'>): ServiceItem => ({
  name: fields.code,
  itemType: 1,
  unit: 'day',
  maxQty: null,
  description: '',
  capDays: null,
  mandatory: false,
  storeIds: null,
  modelIds: null,
  sources: null,
  enabled: true,
  ...fields,
})

export const baseService = service({ code: 'base', name: '基础服务费', price: 5000, mandatory: true })
export const handling = service({ code: 'handling', name: '手续费', price: 3500, unit: 'order', mandatory: true })
export const cover = service({ code: 'cover', name: '尊享保障', price: 3000, itemType: 2, capDays: 7 })
export const childSeat = service({ code: 'seat', name: '儿童座椅', price: 2000, itemType: 3, maxQty: 2 })

export const fee = (fields: Partial<FeeConfig> & Pick<FeeConfig, 'kind'>): FeeConfig => ({
  id: fields.kind,
  storeId: 'S1',
  name: fields.kind,
  feeMode: feeMode.custom,
  rateBp: null,
  amount: null,
  baseKm: null,
  perKmFee: null,
  maxKm: null,
  windowFrom: null,
  windowTo: null,
  pairStoreId: null,
  ...fields,
})

export const nightFees: readonly FeeConfig[] = [
  fee({ kind: 'night', name: '夜间服务费', amount: 5000 }),
  fee({ kind: 'night', name: '夜间服务费', amount: 5000, storeId: 'S2' }),
]
export const oneWayFee = fee({ kind: 'oneWay', feeMode: feeMode.percentage, rateBp: 1000, pairStoreId: 'S2' })
export const deliveryFee = fee({
  kind: 'delivery',
  name: '送车上门费',
  amount: 3000,
  baseKm: 3,
  perKmFee: 300,
  maxKm: 30,
})

const store: StoreTerms = {
  id: 'S1',
  cityCode: '310000',
  minLeadMinutes: 120,
  maxAdvanceDays: 180,
  minRentHours: 1,
  maxRentDays: 60,
  lng: 121.47,
  lat: 31.23,
  pickupModes: [...pickupTypes.values],
  returnModes: [...returnTypes.values],
  serviceAreas: [],
  oneWayStoreIds: null,
}
export const store1 = store
export const store2: StoreTerms = { ...store, id: 'S2' }

/** Rule T with base service and handling. */
export const rulesT: PriceRules = {
  priceRules: [ruleT],
  calendar: [],
  channel: null,
  holidays: calendar2026,
  services: [baseService, handling],
  fees: [],
  store: store1,
  returnStore: store1,
  settings: { graceMinutes: 30, dayAfterMinutes: 240, manualDiscountBp: 2000 },
  depositPolicies: [],
  modelDeposits: { rentalFen: 300000, violationFen: 200000 },
}

/** Settings of a merchant that changed none. */
export const longSettings = {
  instalmentLeadDays: 0,
  instalmentGraceDays: 3,
  lateFeeBpPerDay: 5,
  lateFeeCapBp: 2000,
  terminatePenaltyMonths: 1,
}

export const atStore: HandoverPlace = {
  type: pickupType.store,
  metres: null,
  estimated: false,
  lng: null,
  lat: null,
}
/** At the customer's address, 12.4 km away. */
export const atDoor: HandoverPlace = { ...atStore, type: pickupType.delivery, metres: 12400 }

/** A rental that is requested a day before it begins. */
export function ask(pickupAt: string, returnAt: string, more: Partial<PriceInput> = {}): PriceInput {
  const from = at(pickupAt)
  return {
    storeId: 'S1',
    returnStoreId: 'S1',
    modelId: 'M1',
    source: source.offline,
    now: from - 86_400_000,
    pickupAt: from,
    returnAt: at(returnAt),
    pickup: atStore,
    return: atStore,
    oneWayMetres: null,
    services: [],
    reduces: [],
    mayDiscount: false,
    ...more,
  }
}

/** Vector 7: Friday evening to Monday evening, 68400 of rent and 86900 in total. */
export const weekend = (more: Partial<PriceInput> = {}): PriceInput => ask('11-06 18:00', '11-09 18:00', more)

/** A channel that sells at the same price and sets no limits. */
export const channel = (fields: Partial<ChannelTerms>): ChannelTerms => ({
  mode: 1,
  value: 0,
  roundTo: 1,
  minFen: 0,
  minLeadMinutes: null,
  maxDays: null,
  ...fields,
})

/** The refusal that a function throws; null when it does not. Other errors are thrown on. */
export function refusalOf(act: () => unknown): RefusalKey | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
}

/** Quotes a rental and returns its agreed term. */
export function agreedTerm(input: PriceInput, rules: PriceRules = rulesT): RentalTerm {
  return termOf(snapshotOf(input, rules, price(input, rules)))
}

/** Vector 17: 30 days with a cover that costs nothing more after 7. */
export const thirtyDaysCovered = (): RentalTerm =>
  agreedTerm(ask('11-02 10:00', '12-02 10:00', { services: [{ code: 'cover', qty: 1 }] }), {
    ...rulesT,
    services: [...rulesT.services, cover],
  })
