import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { fuelKind, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { pickupStep, returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { type Filled, type Mark, recordWithEdits } from '../entered.ts'
import { type Entry, fieldProblems, gapsOf, withoutMoney } from './step-check.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')
const blank = recordWithEdits(null, {}, [])
const whole = ['front', 'rear', 'left', 'right', 'dashboard'] as const

/** The parts of a task that are looked at. */
const task = {
  order: { pickupAt: now - 72 * HOUR, returnAt: now, actualPickupAt: now - 70 * HOUR },
  damagedParts: [] as string[],
  fuelKind: fuelKind.oil,
  vehicle: { odometerKm: 18_214 },
  pickupRecord: { mileageKm: 18_300 },
} as Entry['task']

/** What is missing in one step, and what stands beside the fields when that step alone has something wrong. */
function at(
  type: Entry['type'],
  step: number,
  filled: Partial<Filled>,
  slots: Entry['slots'] = whole,
  of = task,
  charges: Entry['charges'] = [],
) {
  const entry = { type, now, task: of, filled: { ...blank, ...filled }, slots, charges }
  const texts = gapsOf(entry, [])
    .filter((gap) => gap.step === step)
    .map(({ text }) => text)
  return { fields: fieldProblems(entry), report: texts[0] ?? null }
}

const read = { mileageKm: 18_300, fuelEighths: 8 }

const pickup = handoverType.pickup
const back = handoverType.return

describe('photos', () => {
  it('counts the compulsory ones that are missing', () => {
    expect(at(pickup, pickupStep.photos, read, ['front', 'rear', 'left', 'right'])).toEqual({
      fields: { photos: '请上传仪表盘照片' },
      report: '还差 1 张必拍照片',
    })
    expect(at(back, returnStep.photos, read, ['front'])).toEqual({
      fields: { photos: '请上传车辆前后左右照片；请上传仪表盘照片' },
      report: '还差 4 张必拍照片',
    })
  })
  it('asks for nothing more', () => expect(at(pickup, pickupStep.photos, {}).report).toBeNull())
})

describe('readings', () => {
  it('asks for each that the car has, beside its field', () => {
    expect(at(pickup, pickupStep.readings, {})).toEqual({
      fields: { mileageKm: '请输入里程数', fuelEighths: '请选择油量' },
      report: '请输入里程数',
    })
    const electric = { ...task, fuelKind: fuelKind.electric }
    expect(at(pickup, pickupStep.readings, { mileageKm: 18_300 }, whole, electric).report).toBe('请选择电量')
  })
  it('holds them against the odometer at a pickup and against the pickup at a return', () => {
    const full = { fuelEighths: 8, mileageKm: 18_213 }
    expect(at(pickup, pickupStep.readings, full).fields).toEqual({
      mileageKm: '取车里程不能小于车辆当前里程 18,214 km',
    })
    expect(at(back, returnStep.readings, { ...full, mileageKm: 18_299 }).fields).toEqual({
      mileageKm: '还车里程不能小于取车里程',
    })
    expect(at(back, returnStep.readings, { ...full, mileageKm: 18_300 }).report).toBeNull()
  })
})

describe('time of a return', () => {
  it('is neither before the pickup nor to come', () => {
    expect(at(back, returnStep.time, { ...read, at: now - 71 * HOUR }).fields).toEqual({
      at: '还车时间不能早于取车时间',
    })
    expect(at(back, returnStep.time, { ...read, at: now + HOUR }).fields).toEqual({ at: '还车时间不能晚于当前时间' })
    expect(at(back, returnStep.time, { at: now }).report).toBeNull()
  })
})

describe('damage at a return', () => {
  const mark: Mark = {
    markId: 'a',
    part: 'roof',
    kind: 1,
    x: 0,
    y: 0,
    isNew: true,
    reason: '',
    amount: null,
    photoIds: [],
  }
  it('needs a charge or a reason for each new mark', () => {
    const text = '新增损伤请收取车损费用、登记车损，或填写不收费的原因'
    expect(at(back, returnStep.damage, { ...read, marks: [mark] }).fields).toEqual({ marks: text })
    // A charge for damage stands for one mark, another charge for none.
    const charged = (...codes: number[]) =>
      at(
        back,
        returnStep.damage,
        { marks: [mark, mark] },
        whole,
        task,
        codes.map((code) => ({ code, markId: null })),
      ).report
    expect(charged(expenseCode.damage, expenseCode.damage)).toBeNull()
    expect(charged(expenseCode.damage, expenseCode.cleaning)).toBe(text)
    expect(
      at(back, returnStep.damage, {
        marks: [
          { ...mark, reason: '刮擦' },
          { ...mark, amount: 40_000 },
          { ...mark, isNew: false },
        ],
      }).report,
    ).toBeNull()
  })
})

describe('steps without fields of their own', () => {
  it.each([pickupStep.order, pickupStep.documents, pickupStep.expenses, pickupStep.deposits, pickupStep.agreement])(
    'pickup step %i never holds back',
    (step) => expect(at(pickup, step, {}, []).report).toBeNull(),
  )
  it.each([returnStep.order, returnStep.vehicle, returnStep.expenses, returnStep.settlement])(
    'return step %i never holds back',
    (step) => expect(at(back, step, {}, []).report).toBeNull(),
  )
})

it('money is settled by the confirmation', () => {
  expect(withoutMoney([{ code: 'unpaid' }, { code: 'owed' }, { code: 'deposit' }])).toEqual([{ code: 'deposit' }])
})

it('takes the word of the server for what only it knows, and its own for what is entered here', () => {
  const entry = { type: pickup, now, task, filled: { ...blank, ...read }, slots: ['front'] as const, charges: [] }
  const told = (code: string, step: number) => ({ code, step, text: code, overridable: false })
  const blocks = [told('mileageKm', 5), told('deposit', 7), told('unverified', 2)]
  expect(gapsOf(entry, blocks).map(({ text }) => text)).toEqual(['unverified', '还差 4 张必拍照片', 'deposit'])
})
