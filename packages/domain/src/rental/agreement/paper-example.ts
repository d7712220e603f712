import { depositKind, depositPayStatus } from '../../money/deposit/codes.ts'
import { payInterval } from '../../pricing/quote/long/terms.ts'
import { fuelKind } from '../pickup-return/codes.ts'
import type { PaperFacts } from './paper.ts'

/* A document with every fact filled in, for the preview in the template editor and for tests. */

const renter = {
  name: '张三',
  phone: '138****0001',
  identityName: '身份证',
  identityNo: '110105********002X',
  licenceNo: '110105********002X',
  licenceClass: 'C1',
}
const record = { mileageKm: 12000, fuelKind: fuelKind.oil, fuelEighths: 8, batteryPct: null, damageMarks: 0 }
export const paperExample = {
  orderNo: 'O261120000001',
  lessor: {
    name: '车驿租车',
    licenceNo: '91350100M000100Y43',
    store: '虹桥机场店',
    address: '虹桥路1号',
    phone: '021-1',
  },
  renter,
  codrivers: [],
  vehicle: { plate: '沪A12345', model: '大众朗逸', vinTail: '000123' },
  pickup: { at: Date.parse('2026-11-20T10:00:00+08:00'), actualAt: null, place: '虹桥机场店' },
  return: { at: Date.parse('2026-11-22T10:00:00+08:00'), actualAt: null, place: '虹桥机场店' },
  charges: [{ name: '租车费', formula: '¥200.00 × 2天', amount: 40000 }],
  total: 40000,
  returnCharges: [],
  deposits: [{ kind: depositKind.rental, amount: 300000, payStatus: depositPayStatus.paid, later: null }],
  pickupRecord: record,
  returnRecord: null,
  swap: {
    at: Date.parse('2026-11-21T09:30:00+08:00'),
    reason: '车辆故障',
    old: {
      plate: '沪A12345',
      model: '大众朗逸',
      vinTail: '000123',
      record: { ...record, mileageKm: 12180, fuelEighths: 5 },
    },
    new: { plate: '沪B67890', model: '大众帕萨特', vinTail: '000456', record: { ...record, mileageKm: 30120 } },
  },
  renewal: {
    seq: 1,
    from: Date.parse('2026-11-21T10:00:00+08:00'),
    to: Date.parse('2026-11-22T10:00:00+08:00'),
    charges: [{ name: '租车费', formula: '¥200.00 × 1天', amount: 20000 }],
    amount: 20000,
  },
  end: {
    from: Date.parse('2027-02-28T10:00:00+08:00'),
    to: Date.parse('2027-01-15T10:00:00+08:00'),
    merchantCause: false,
    reason: '客户调往外地',
    used: 630000,
    penalty: 420000,
    lateFees: 1260,
    owed: 211260,
  },
  term: null,
  terms: {
    graceMinutes: 30,
    overdueMultiplierBp: 15000,
    violationHoldDays: 30,
    freeKmPerDay: 300,
    overMileagePerKm: 150,
    fuelFenPerLitre: 850,
    chargeFenPerKwh: 200,
    chargeFenPerPct: 0,
    energyServiceFeeFen: 3000,
    drivingFacts: false,
    violationAgencyFeeFen: 5000,
    violationDeadlineDays: 7,
  },
} satisfies PaperFacts

/** The same for a long rental: three months, paid monthly. */
export const longPaperExample = {
  ...paperExample,
  pickup: { ...paperExample.pickup, at: Date.parse('2026-11-30T10:00:00+08:00') },
  return: { ...paperExample.return, at: Date.parse('2027-02-28T10:00:00+08:00') },
  charges: [{ name: '月租金', formula: '¥4,200.00 × 3个月', amount: 1260000 }],
  total: 1260000,
  term: {
    length: '3个月',
    monthlyPrice: 420000,
    terms: {
      payInterval: payInterval.monthly,
      leadDays: 0,
      instalmentGraceDays: 3,
      lateFeeBpPerDay: 5,
      lateFeeCapBp: 2000,
      penaltyMonths: 1,
    },
    rows: [
      { seq: 1, periodFrom: '2026-11-30', periodTo: '2026-12-30', dueDate: '2026-11-30', amount: 420000 },
      { seq: 2, periodFrom: '2026-12-30', periodTo: '2027-01-30', dueDate: '2026-12-30', amount: 420000 },
      { seq: 3, periodFrom: '2027-01-30', periodTo: '2027-02-28', dueDate: '2027-01-30', amount: 420000 },
    ],
  },
} satisfies PaperFacts

/** The same for a long rental with an agreed early end. */
export const endPaperExample = {
  ...longPaperExample,
  return: { ...longPaperExample.return, at: paperExample.end.to },
} satisfies PaperFacts
