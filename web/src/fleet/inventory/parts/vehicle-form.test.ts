import { plateKind } from '@cheyi/domain/fleet/inventory/codes'
import { expect, it } from 'vitest'
import { inventorySave } from '../../../form/calls/inventory-save.gen.ts'
import { problemsOf, sendable } from '../../../form/form-call.ts'
import { emptyVehicle, inputOf, type VehicleForm, vehicleProblems, vinWarning } from './vehicle-form.ts'

const today = '2026-11-20'
const good: VehicleForm = {
  ...emptyVehicle,
  plate: '沪a·d6j19',
  vin: '1M8GDM9AXKP042788',
  modelId: '1',
  homeStoreId: '2',
  odometerKm: 10,
}

const wrong = (value: VehicleForm, odometerKm?: number) => ({
  ...vehicleProblems(inputOf(value, null), today, odometerKm),
  ...problemsOf(inventorySave.fields, sendable(inventorySave.fields, inputOf(value, null))),
})

it('takes what the server takes', () => expect(wrong(good)).toEqual({}))

it.each([
  ['plate', { plate: '' }, '请输入车牌号'],
  ['plate', { plate: '沪A1' }, '车牌号格式不正确'],
  ['plateExpireOn', { plateKind: plateKind.temporary, plate: '沪临1' }, '请选择临牌有效期'],
  [
    'plateExpireOn',
    { plateKind: plateKind.temporary, plate: '沪临1', plateExpireOn: '2027-03-01' },
    '临牌有效期最长90天',
  ],
  ['plate', { plateKind: plateKind.temporary, plate: '沪临12345678901', plateExpireOn: today }, '车牌号格式不正确'],
  ['vin', { vin: '' }, '请输入车架号'],
  ['vin', { vin: 'LSV' }, '车架号应为17位，且不含I、O、Q'],
  ['modelId', { modelId: null }, '请选择车型'],
  ['homeStoreId', { homeStoreId: null }, '请选择所属门店'],
] as const)('%s of %o', (field, over, message) => {
  expect(wrong({ ...good, ...over })).toEqual({ [field]: message })
})

it('never turns the odometer back', () => {
  expect(wrong(good, 11)).toEqual({ odometerKm: '里程不能小于当前里程' })
})

it('keeps the colour of the plate that it was chosen for, and no other', () => {
  const stored = { plate: '沪AD6J19', plateColor: 4 as const }
  const coloured: VehicleForm = { ...good, plateColor: 4 }
  expect(inputOf(coloured, stored).plateColor).toBe(4)
  expect(inputOf({ ...coloured, plate: '沪A12345' }, stored).plateColor).toBeNull()
  // Chosen with the new plate it is sent.
  expect(inputOf({ ...coloured, plate: '沪A12345', plateColor: 2 }, stored).plateColor).toBe(2)
  expect(inputOf({ ...coloured, plate: '沪A12345' }, null).plateColor).toBe(4)
})

it('warns of a check digit that does not fit', () => {
  expect(vinWarning('1M8GDM9AXKP042788')).toBeUndefined()
  expect(vinWarning('1M8GDM9A1KP042788')).toContain('校验位不符')
  expect(vinWarning('LSV')).toBeUndefined()
})
