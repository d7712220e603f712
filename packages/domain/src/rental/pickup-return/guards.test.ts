import { describe, expect, it } from 'vitest'
import { orderStatus, orderStatuses } from '../../booking/order/codes.ts'
import { energies } from '../../fleet/inventory/codes.ts'
import { expenseCode } from '../../money/expense/codes.ts'
import { DAY, HOUR, MINUTE, parseDateTime } from '../../time.ts'
import { agreementStatus } from '../agreement/codes.ts'
import { verifyStatus } from '../driver/codes.ts'
import { fuelKind } from './codes.ts'
import {
  type PickupFacts,
  pickupBlocks,
  type ReturnFacts,
  returnBlocks,
  returnWarnings,
  unexplainedMarks,
} from './guards.ts'
import { fuelKindOf, fuelPctOf, missingSlots, recordProblems } from './record.ts'
import { pickupRefusal, returnRefusal } from './refuse.ts'

const now = parseDateTime('2026-11-20 10:00')!
const record = {
  fuelKind: fuelKind.hybrid,
  mileageKm: 18236,
  fuelEighths: 7,
  batteryPct: 86,
  slots: ['front', 'rear', 'left', 'right', 'dashboard'],
} as const
const renter = {
  verifyStatus: verifyStatus.passed,
  blacklist: false,
  birthday: '1990-01-01',
  identityExpire: null,
  licenceClass: 'C1',
  licenceFirstIssue: '2015-06-01',
  licenceExpire: '2031-06-01',
}
const pickup: PickupFacts = {
  now,
  status: orderStatus.arranged,
  pickupAt: now,
  returnAt: now + 3 * DAY,
  actualAt: now,
  earlyPickupMinutes: 240,
  renter,
  codrivers: [],
  licenceClass: 'C2',
  depositsReady: true,
  owedFen: 0,
  record,
  vehicle: { odometerKm: 18214, onRent: false, engineCut: false },
  agreementStatus: agreementStatus.signed,
  override: false,
}
const giveBack: ReturnFacts = {
  now,
  status: orderStatus.pickedUp,
  actualPickupAt: now - 3 * DAY,
  actualAt: now,
  pickupMileageKm: 18000,
  record,
  unexplainedMarks: 0,
  owedFen: 0,
  agreementStatus: agreementStatus.signed,
  override: false,
}
const pickupTexts = (change: Partial<PickupFacts>) => pickupBlocks({ ...pickup, ...change }).map((block) => block.text)
const returnTexts = (change: Partial<ReturnFacts>) =>
  returnBlocks({ ...giveBack, ...change }).map((block) => block.text)

it('a mark is explained by its amount or its reason, and each damage charge without a mark explains one more', () => {
  const mark = { part: 'roof', isNew: true, reason: '', amount: null }
  const charge = (code: number, markId: string | null = null) => ({ code, markId })
  const { damage, cleaning } = expenseCode
  expect(unexplainedMarks([mark, { ...mark, amount: 40_000 }, { ...mark, reason: ' 旧伤' }], [], [])).toBe(1)
  expect(unexplainedMarks([mark, mark], [charge(damage), charge(cleaning)], [])).toBe(1)
  // A charge for one mark does not explain another.
  expect(unexplainedMarks([mark], [charge(damage, 'm1')], [])).toBe(1)
  expect(unexplainedMarks([mark], [charge(damage), charge(damage)], [])).toBe(0)
  expect(unexplainedMarks([{ ...mark, isNew: false }], [], [])).toBe(0)
  expect(unexplainedMarks([mark, { ...mark, part: 'bonnet' }], [], ['roof'])).toBe(1)
})

describe('a pickup', () => {
  it('is allowed when nothing is missing', () => {
    expect(pickupBlocks(pickup)).toEqual([])
    expect(pickupRefusal([])).toBeNull()
  })

  it.each(orderStatuses.values)('from status %i', (status) => {
    expect(pickupTexts({ status })).toEqual(status === orderStatus.arranged ? [] : ['当前订单状态不支持此操作'])
  })

  it.each<[string, Partial<PickupFacts>, number]>([
    ['未到取车时间', { pickupAt: now + 240 * MINUTE + MINUTE }, 1],
    ['取车时间不能晚于当前时间', { actualAt: now + HOUR }, 1],
    ['订单未付款', { owedFen: 1 }, 1],
    ['请登记承租人', { renter: null }, 2],
    ['证件未核验，不能取车', { renter: { ...renter, verifyStatus: verifyStatus.unverified } }, 2],
    ['该客户在黑名单中', { renter: { ...renter, blacklist: true } }, 2],
    ['承租人未满18周岁', { renter: { ...renter, birthday: '2008-11-21' } }, 2],
    ['驾驶证准驾车型不符', { licenceClass: 'B1' }, 2],
    ['驾驶证领证不足6个月', { renter: { ...renter, licenceFirstIssue: '2026-05-21' } }, 2],
    ['证件将在租期内过期', { renter: { ...renter, licenceExpire: '2026-11-22' } }, 2],
    ['车辆尚未归还', { vehicle: { ...pickup.vehicle, onRent: true } }, 3],
    ['车辆处于断油电状态，请先恢复', { vehicle: { ...pickup.vehicle, engineCut: true } }, 3],
    ['请上传车辆前后左右照片', { record: { ...record, slots: ['front', 'dashboard'] } }, 4],
    ['请上传仪表盘照片', { record: { ...record, slots: ['front', 'rear', 'left', 'right'] } }, 4],
    ['请输入里程数', { record: { ...record, mileageKm: null } }, 5],
    ['请选择油量', { record: { ...record, fuelEighths: null } }, 5],
    ['请选择电量', { record: { ...record, batteryPct: null } }, 5],
    ['取车里程不能小于车辆当前里程 18,214 km', { record: { ...record, mileageKm: 18213 } }, 5],
    ['押金未收齐', { depositsReady: false }, 7],
    ['合同未签署', { agreementStatus: agreementStatus.waiting }, 8],
  ])('%s', (text, change, step) => {
    const blocks = pickupBlocks({ ...pickup, ...change })
    expect(blocks.map((block) => [block.text, block.step])).toEqual([[text, step]])
  })

  it('allows the exact limits', () => {
    expect(pickupTexts({ pickupAt: now + 240 * MINUTE })).toEqual([])
    expect(pickupTexts({ renter: { ...renter, birthday: '2008-11-20' } })).toEqual([])
    expect(pickupTexts({ renter: { ...renter, licenceFirstIssue: '2026-05-20' } })).toEqual([])
    expect(pickupTexts({ renter: { ...renter, licenceExpire: '2026-11-23' } })).toEqual([])
    expect(pickupTexts({ record: { ...record, mileageKm: 18214 } })).toEqual([])
    expect(pickupTexts({ agreementStatus: agreementStatus.paper })).toEqual([])
    expect(pickupTexts({ actualAt: now + 5 * MINUTE })).toEqual([])
  })

  it('lets a holder of order.override ignore an early pickup or a debt, and nothing else', () => {
    const change = { pickupAt: now + DAY, owedFen: 5, depositsReady: false, override: true }
    expect(pickupTexts(change)).toEqual(['押金未收齐'])
  })

  it('refuses one missing item with its own code, and several in one sentence', () => {
    expect(pickupRefusal(pickupBlocks({ ...pickup, depositsReady: false }))).toMatchObject({
      key: 'depositUnpaid',
      message: '押金未收齐',
    })
    expect(pickupRefusal(pickupBlocks({ ...pickup, owedFen: 86900 }))?.message).toBe('仍有¥869.00未收')
    expect(
      pickupRefusal(pickupBlocks({ ...pickup, depositsReady: false, agreementStatus: agreementStatus.none })),
    ).toMatchObject({ key: 'pickupBlocked', message: '取车条件未满足：押金未收齐、合同未签署' })
    const refusal = pickupRefusal(pickupBlocks({ ...pickup, status: orderStatus.confirmed, depositsReady: false }))
    expect(refusal).toMatchObject({ key: 'orderStatusRefuses' })
    expect(refusal?.detail.blocking).toHaveLength(2)
  })
})

describe('a return', () => {
  it('is allowed when nothing is missing', () => {
    expect(returnBlocks(giveBack)).toEqual([])
    expect(returnRefusal([])).toBeNull()
  })

  it.each(orderStatuses.values)('from status %i', (status) => {
    expect(returnTexts({ status })).toEqual(status === orderStatus.pickedUp ? [] : ['当前订单状态不支持此操作'])
  })

  it.each<[string, Partial<ReturnFacts>, number]>([
    ['还车时间不能早于取车时间', { actualPickupAt: now + MINUTE }, 2],
    ['还车时间不能晚于当前时间', { actualAt: now + HOUR }, 2],
    ['请上传仪表盘照片', { record: { ...record, slots: ['front', 'rear', 'left', 'right'] } }, 4],
    ['还车里程不能小于取车里程', { pickupMileageKm: 18237 }, 5],
    ['新增损伤请收取车损费用、登记车损，或填写不收费的原因', { unexplainedMarks: 1 }, 7],
    ['仍有¥250.00未收', { owedFen: 25000 }, 8],
    ['合同未签署', { agreementStatus: agreementStatus.none }, 9],
  ])('%s', (text, change, step) => {
    const blocks = returnBlocks({ ...giveBack, ...change })
    expect(blocks.map((block) => [block.text, block.step])).toEqual([[text, step]])
    expect(returnRefusal(blocks)?.message).toContain(blocks[0]?.key === 'photosIncomplete' ? '照片' : text)
  })

  it('allows a debt with order.override and a signature by SMS', () => {
    expect(returnTexts({ owedFen: 25000, override: true })).toEqual([])
    expect(returnTexts({ agreementStatus: agreementStatus.waiting })).toEqual([])
  })

  it('warns about more than 1500 km a day', () => {
    const driven = (km: number) => returnWarnings({ ...giveBack, record: { ...record, mileageKm: 18000 + km } })
    expect(driven(4500)).toEqual([])
    expect(driven(4501)).toEqual(['行驶里程异常（日均超过1500公里），请核对'])
    expect(returnWarnings({ ...giveBack, record: { ...record, mileageKm: null } })).toEqual([])
  })
})

describe('a handover record', () => {
  it('requires the readings of its energy', () => {
    expect(energies.values.map(fuelKindOf)).toEqual([1, 1, 2, 3, 3, 1])
    const empty = { mileageKm: 1, fuelEighths: null, batteryPct: null, slots: record.slots }
    const fields = (kind: 1 | 2 | 3) => recordProblems({ ...empty, fuelKind: kind }).map((problem) => problem.field)
    expect(fields(fuelKind.oil)).toEqual(['fuelEighths'])
    expect(fields(fuelKind.electric)).toEqual(['batteryPct'])
    expect(fields(fuelKind.hybrid)).toEqual(['fuelEighths', 'batteryPct'])
  })

  it('names the missing photos', () => {
    expect(missingSlots(['rear', 'extra'])).toEqual(['front', 'left', 'right', 'dashboard'])
  })

  it('stores eighths as percent', () => {
    expect([0, 1, 4, 5, 7, 8].map(fuelPctOf)).toEqual([0, 13, 50, 63, 88, 100])
  })
})

it.each([
  ['is blacklisted', { blacklist: true }, 'personBlacklisted', '该客户在黑名单中'],
  ['was not looked at', { verifyStatus: verifyStatus.unverified }, 'personUnverified', '证件未核验，不能取车'],
  ['is 16', { birthday: '2010-01-01' }, 'pickupBlocked', '驾驶人未满18周岁'],
  ['has no licence', { licenceClass: '' }, 'pickupBlocked', '未登记驾驶证，请填写准驾车型'],
  ['has a licence that ends meanwhile', { licenceExpire: '2026-11-22' }, 'pickupBlocked', '证件将在租期内过期'],
])('no car is handed out while somebody else who may drive it %s, whoever overrides', (_, wrong, key, text) => {
  const codrivers = [
    { ...renter, name: '李静怡' },
    { ...renter, name: '陈一鸣', ...wrong },
  ]
  for (const override of [false, true])
    expect(pickupBlocks({ ...pickup, codrivers, override })).toMatchObject([
      { key, text: `同行驾驶人陈一鸣：${text}`, overridable: false },
    ])
})
