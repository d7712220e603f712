import { expect, it } from 'vitest'
import {
  emptyModel,
  factsOf,
  inputOf,
  type LibraryRow,
  libraryFacts,
  type ModelForm,
  problemsOf,
  wordsOf,
} from './model-form.ts'

const seal: LibraryRow = {
  libraryId: '1',
  owned: false,
  brand: '比亚迪',
  series: '海豹',
  name: '比亚迪海豹',
  config: '550KM',
  modelYear: 2024,
  carType: 2,
  seats: 5,
  doors: 4,
  gearbox: 1,
  energy: 3,
  displacement: '',
  tankL: 0,
  batteryKwh: 61.4,
  rangeKm: 550,
  licenceClass: 'C2',
}
const copied: ModelForm = { ...emptyModel, ...factsOf(seal) }

it('a copy of the library is whole', () => {
  expect(problemsOf(copied)).toEqual({})
  expect(inputOf(copied, null, [])).toMatchObject({ name: '比亚迪海豹', batteryKwh: 61.4, tankL: 0, rangeKm: 550 })
  expect(libraryFacts(seal)).toBe('舒适 · 5座 · 纯电 · 电池61.4kWh · 续航550km')
})

it('says nothing of what its energy has not', () => {
  expect(inputOf({ ...copied, energy: 1, tankL: 50 }, null, [])).toMatchObject({ tankL: 50, batteryKwh: 0, rangeKm: 0 })
})

it.each<[Partial<ModelForm>, string, string]>([
  [{ brand: ' ' }, 'brand', '请选择品牌车系'],
  [{ seats: 1 }, 'seats', '座位数应为2至55'],
  [{ seats: null }, 'seats', '座位数应为2至55'],
  [{ carType: null }, 'carType', '请选择车型类别'],
  [{ mileageLimitKmPerDay: 300 }, 'overMileageFenPerKm', '限里程时请填写超里程费'],
])('says what is wrong: %j', (change, field, message) => {
  expect(problemsOf({ ...copied, ...change })).toEqual({ [field]: message })
})

it('reads out every field', () => {
  for (const name of Object.keys(copied) as (keyof ModelForm)[]) expect(wordsOf(name, copied)).not.toBe('')
  expect(wordsOf('depositRent', { ...copied, depositRent: 300_000 })).toBe('¥3000.00')
})
