import { carType, energy, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { expect, it } from 'vitest'
import { capacityMark, type FreeModel } from '../../../booking/order/parts/free-model.ts'
import { alternativesTo, classesOf, modelLine, modelsOf, RECOMMENDED, shortlist } from './models.ts'

const model = (modelId: string, sellable: number, type: FreeModel['carType'] = carType.comfort): FreeModel => ({
  modelId,
  name: modelId,
  carType: type,
  energy: energy.petrol,
  gearbox: gearboxes.code.automatic,
  seats: 5,
  displacement: '1.5L',
  image: null,
  free: sellable,
  sellable,
  days: [],
  dayPrice: 19800,
  monthlyPrice: null,
  rent: 19800,
  why: null,
})
const ids = (models: readonly FreeModel[]) => models.map(({ modelId }) => modelId).join('')
const six = [model('a', 0), model('b', 6, carType.economy), model('c', 2), model('d', 1), model('e', 3), model('f', 4)]

it('offers the classes that are there', () =>
  expect(classesOf(six).map(({ label }) => label)).toEqual(['推荐', '经济', '舒适']))

it('puts what can be had first', () => {
  expect(ids(modelsOf(six, RECOMMENDED))).toBe('bcdefa')
  expect(ids(modelsOf(six, carType.comfort))).toBe('cdefa')
})

it('keeps the chosen model in sight', () => {
  expect(ids(shortlist(six, RECOMMENDED, null))).toBe('bcde')
  expect(ids(shortlist(six, RECOMMENDED, 'c'))).toBe('bcde')
  expect(ids(shortlist(six, RECOMMENDED, 'a'))).toBe('abcd')
})

it('knows what to take instead, of the same class first', () =>
  expect(ids(alternativesTo(six, model('a', 0, carType.economy)))).toBe('bcd'))

it('says how many are left, or why none', () => {
  expect(capacityMark(model('a', 6))).toEqual({ text: '余 6 辆', tone: 'success' })
  expect(capacityMark(model('a', 2))).toEqual({ text: '余 2 辆', tone: 'warning' })
  expect(capacityMark(model('a', 0))).toEqual({ text: '已满', tone: 'danger' })
  expect(capacityMark({ ...model('a', 3), why: '未设置价格' })).toEqual({ text: '未设置价格', tone: 'neutral' })
})

it('tells a car in a line', () => {
  expect(modelLine(model('a', 1))).toBe('1.5L 自动 · 5座')
  expect(modelLine({ ...model('a', 1), energy: energy.plugIn, displacement: 'DM-i' })).toBe('DM-i 插混 · 5座')
  expect(modelLine({ ...model('a', 1), energy: energy.electric, displacement: '' })).toBe('纯电 · 5座')
  expect(modelLine({ ...model('a', 1), energy: energy.electric, displacement: '纯电' })).toBe('纯电 · 5座')
})
