import { fuelKind } from '@cheyi/domain/rental/pickup-return/codes'
import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { describe, expect, it } from 'vitest'
import { type Entered, gapsOf, nothing, type Swapping, stopsOldCar, withCar } from './entered.ts'

const car = { vehicleId: '7', plate: '沪AD12345', modelId: '1', modelName: '朗逸' }
const whole: Entered = {
  reason: '爆胎',
  dueAt: null,
  car,
  old: { mileageKm: 10_200, fuelEighths: 4, batteryPct: null },
  new: { mileageKm: 8_000, fuelEighths: null, batteryPct: 80 },
}
const old = { fuelKind: fuelKind.oil, odometerKm: 10_000, slots: requiredSlots, unsent: 0, failed: 0 }
const ready: Swapping = {
  entered: whole,
  overdue: false,
  now: 1000,
  old,
  new: { ...old, fuelKind: fuelKind.electric, odometerKm: 8_000 },
  online: true,
}
const gaps = (change: Partial<Swapping> = {}) => gapsOf({ ...ready, ...change }).map(({ code, text }) => [code, text])
const entering = (change: Partial<Entered>) => gaps({ entered: { ...whole, ...change } })

describe('a swap', () => {
  it('may be confirmed once both cars are seen', () => expect(gaps()).toEqual([]))

  it('asks for everything at first, but nothing of a car that is not chosen', () => {
    const seen = { ...old, slots: [] }
    expect(gaps({ entered: nothing, overdue: true, old: seen, new: seen })).toEqual([
      ['reason', '请填写换车原因'],
      ['dueAt', '订单已超时，请填写预计还车时间'],
      ['vehicleId', '请选择新车'],
      ['old.photos', '还差 5 张必拍照片'],
      ['old.mileageKm', '请输入里程数'],
      ['old.fuelEighths', '请选择油量'],
      ['new.photos', '选好新车后验车'],
    ])
  })

  it('asks until when only of an order that is overdue, and for a time to come', () => {
    expect(gaps({ overdue: true, entered: { ...whole, dueAt: 1001 } })).toEqual([])
    expect(gaps({ overdue: true, entered: { ...whole, dueAt: 1000 } })).toEqual([['dueAt', '预计还车时间须晚于现在']])
  })

  it('reads of each car what it runs on, and no odometer that goes back', () => {
    expect(entering({ new: { mileageKm: 7_999, fuelEighths: 8, batteryPct: null } })).toEqual([
      ['new.batteryPct', '请选择电量'],
      ['new.mileageKm', '里程不能小于当前 8,000 km'],
    ])
  })

  it('waits for pictures and for the network', () => {
    expect(gaps({ old: { ...old, unsent: 3, failed: 1 }, online: false })).toEqual([
      ['old.uploadFailed', '1 张照片上传失败，请重试或删除'],
      ['old.uploading', '还有 2 张照片在上传'],
      ['offline', '网络不可用，恢复后才能确认'],
    ])
  })

  it('keeps no reading of one car for another', () => {
    expect(withCar(whole, { ...car, vehicleId: '8' })).toMatchObject({
      reason: '爆胎',
      old: whole.old,
      new: { mileageKm: null, batteryPct: null },
    })
  })
})

it('takes a broken car out of service unless somebody says otherwise', () => {
  expect(['车辆故障', '爆胎', '事故', '发动机故障灯亮'].map((reason) => stopsOldCar({ reason }))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(stopsOldCar({ reason: '客户要求换车' })).toBe(false)
  expect(stopsOldCar({ reason: '车辆故障', stop: false })).toBe(false)
  expect(stopsOldCar({ reason: '客户要求换车', stop: true })).toBe(true)
})
