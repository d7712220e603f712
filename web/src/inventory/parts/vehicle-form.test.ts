import { expect, it } from 'vitest'
import { emptyVehicle, inputOf, problemsOf, type VehicleForm, vinWarning } from './vehicle-form.ts'

const today = '2026-11-20'
const good: VehicleForm = {
  ...emptyVehicle,
  plate: '沪a·d6j19',
  vin: '1M8GDM9AXKP042788',
  modelId: '1',
  homeStoreId: '2',
  odometerKm: 10,
}

it('takes what the server takes', () => expect(problemsOf(good, today)).toEqual({}))

it.each([
  ['plate', { plate: '' }, '请输入车牌号'],
  ['plate', { plate: '沪A1' }, '车牌号格式不正确'],
  ['plateExpireOn', { temporary: true, plate: '沪临1' }, '请选择临牌有效期'],
  ['plateExpireOn', { temporary: true, plate: '沪临1', plateExpireOn: '2027-03-01' }, '临牌有效期最长90天'],
  ['plate', { temporary: true, plate: '沪临12345678901', plateExpireOn: today }, '车牌号格式不正确'],
  ['vin', { vin: '' }, '请输入车架号'],
  ['vin', { vin: 'LSV' }, '车架号应为17位，且不含I、O、Q'],
  ['modelId', { modelId: '' }, '请选择车型'],
  ['homeStoreId', { homeStoreId: '' }, '请选择所属门店'],
] as const)('%s of %o', (field, over, message) => {
  expect(problemsOf({ ...good, ...over }, today)).toEqual({ [field]: message })
})

it('never turns the odometer back', () => {
  expect(problemsOf(good, today, 11)).toEqual({ odometerKm: '里程不能小于当前里程' })
})

it('keeps the colour of the plate that it was chosen for, and no other', () => {
  const stored = {
    vehicleId: '9',
    version: 3,
    plate: '沪AD6J19',
    plateKind: 1,
    plateColor: 4,
    tags: [] as string[],
  } as const
  expect(inputOf(good, stored, []).plateColor).toBe(4)
  expect(inputOf({ ...good, plate: '沪A12345' }, stored, []).plateColor).toBeUndefined()
})

it('warns of a check digit that does not fit', () => {
  expect(vinWarning('1M8GDM9AXKP042788')).toBeUndefined()
  expect(vinWarning('1M8GDM9A1KP042788')).toContain('校验位不符')
  expect(vinWarning('LSV')).toBeUndefined()
})
