import { expect, it } from 'vitest'
import { modelSave } from '../../../form/calls/model-save.gen.ts'
import { problemsOf, sendable } from '../../../form/form-call.ts'
import { nonEmptyProblems } from '../../../form/use-problems.ts'
import {
  emptyModel,
  factsOf,
  inputOf,
  type LibraryRow,
  libraryFacts,
  limitProblem,
  type ModelForm,
} from './model-form.ts'

const seal: LibraryRow = {
  libraryId: '1',
  modelId: null,
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

const sent = (form: ModelForm) => sendable(modelSave.fields, inputOf(form, []))
const wrong = (form: ModelForm) => ({
  ...nonEmptyProblems(limitProblem(inputOf(form, []))),
  ...problemsOf(modelSave.fields, sent(form)),
})

it('a copy of the library is whole', () => {
  expect(wrong(copied)).toEqual({})
  expect(sent(copied)).toMatchObject({ name: '比亚迪海豹', batteryKwh: 61.4, rangeKm: 550 })
  expect(libraryFacts(seal)).toBe('舒适 · 5座 · 纯电 · 电池61.4kWh · 续航550km')
})

it('says nothing of what its energy has not', () => {
  expect(sent({ ...copied, energy: 1, tankL: 50 })).toMatchObject({ tankL: 50 })
  expect(sent({ ...copied, energy: 1, tankL: 50 })).not.toHaveProperty('batteryKwh')
})

it.each<[Partial<ModelForm>, string, string]>([
  [{ brand: ' ' }, 'brand', '请输入品牌'],
  [{ seats: 1 }, 'seats', '座位数应为2至55的整数'],
  [{ seats: null }, 'seats', '请输入座位数'],
  [{ carType: null }, 'carType', '请选择车型类别'],
  [{ mileageLimitKmPerDay: 300 }, 'overMileageFenPerKm', '限里程时请填写超里程费'],
])('says what is wrong: %j', (change, field, message) => {
  expect(wrong({ ...copied, ...change })).toEqual({ [field]: message })
})
