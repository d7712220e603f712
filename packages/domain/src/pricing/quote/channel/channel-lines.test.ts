import { expect, it } from 'vitest'
import { orderItemType } from '../../../booking/order/codes.ts'
import { sumOf } from '../lines/lines.ts'
import { channelLines, type GivenLine, subsidyOf, sumOfGiven } from './channel-lines.ts'

const own = { code: 'care', name: '尊享服务', itemType: orderItemType.extraService, unit: 'day' } as const
const given: GivenLine[] = [
  { kind: 'rent', name: '车辆租金', amountFen: 50_000 },
  { kind: 'service', code: 'T1', name: '无忧租', amountFen: 6_000 },
  { kind: 'service', code: 'T2', name: '儿童座椅', amountFen: 3_000 },
  { kind: 'fee', name: '异地还车费', amountFen: 8_000 },
  { kind: 'discount', name: '商家立减', amountFen: 1_000 },
  { kind: 'subsidy', name: '平台补贴', amountFen: 2_000 },
]

it('keeps each line of a platform with its amount, and names a mapped service by both sides', () => {
  const lines = channelLines(given, 3, new Map([['T1', own]]))
  expect(lines.map(({ name, amount, qty, unitPrice }) => [name, amount, qty, unitPrice])).toEqual([
    ['车辆租金', 50_000, 1, 50_000],
    ['尊享服务（渠道：无忧租）', 6_000, 3, 2_000],
    ['儿童座椅', 3_000, 1, 3_000],
    ['异地还车费', 8_000, 1, 8_000],
    ['商家立减', -1_000, 1, -1_000],
    ['平台补贴', -2_000, 1, -2_000],
  ])
  expect(sumOf(lines)).toBe(sumOfGiven(given))
  expect(subsidyOf(given)).toBe(2_000)
})

it('charges a service that cannot be divided by the days once', () => {
  const [, service] = channelLines(given, 7, new Map([['T1', own]]))
  expect(service).toMatchObject({ unit: 'order', qty: 1, unitPrice: 6_000, amount: 6_000 })
})
