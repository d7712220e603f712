import { type OrderKind, orderKind } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { mergeSearch, parseSearch, readSearch } from '../../../kernel/page/search.ts'
import { orderScreens } from '../screens.ts'
import {
  ALL,
  type Changes,
  chipsOf,
  depositChange,
  depositChoiceOf,
  depositChoices,
  inputOf,
  noFilter,
  storeChange,
  storesOf,
  tabChange,
  tabOf,
  tabsOf,
} from './filter.ts'

const now = parseDateTime('2026-11-20 09:41')!
const values = (query: string) => readSearch(orderScreens.list.search, parseSearch(query))
const changed = (query: string, changes: Changes) =>
  readSearch(orderScreens.list.search, mergeSearch(parseSearch(query), changes))
const asked = (query: string, current: string | null = null) =>
  Object.fromEntries(
    Object.entries(inputOf(values(query), orderKind.short, current)).filter(([, value]) => value !== undefined),
  )
const names = {
  store: (id: string) => ({ 7: '虹桥机场店', 8: '浦东店' })[id],
  source: (code: number) => `来源${code}`,
  model: () => undefined,
}
const chips = (query: string, current: string | null = null) => chipsOf(values(query), current, names, now)

describe('the address of the list', () => {
  it('asks for everything by the next step', () => {
    expect(asked('')).toEqual({ orderKind: 1, sort: 'next' })
  })

  it('means what the call means by its names', () => {
    expect(
      asked(
        '?status=7,8&keyword=D6J19&dateType=2&dateRange=2026-11-20 00:00,2026-11-22 23:59&source=1,2&modelId=3&pickupType=2&overdue=1&depositDue=2&waits=reassign&sort=newest',
      ),
    ).toEqual({
      orderKind: 1,
      status: [7, 8],
      keyword: 'D6J19',
      dateType: 2,
      dateRange: ['2026-11-20 00:00', '2026-11-22 23:59'],
      source: [1, 2],
      modelId: '3',
      pickupType: 2,
      overdue: true,
      depositDue: 2,
      waits: 'reassign',
      sort: 'newest',
    })
  })

  it('leaves out what is no value', () => {
    expect(
      asked(
        '?status=99&pickupReturnQueryStatus=42&pickupType=9&depositDue=3&waits=nothing&dateRange=gestern,heute&storeId=x',
      ),
    ).toEqual({
      orderKind: 1,
      sort: 'next',
    })
  })

  it('follows the store chosen for the whole app, until it names stores itself', () => {
    expect(asked('', '7').storeId).toEqual(['7'])
    expect(asked('?storeId=8,9', '7').storeId).toEqual(['8', '9'])
    expect(asked('?storeId=all', '7').storeId).toBeUndefined()
  })

  it.each([
    [['7'], '7', undefined],
    [[], null, undefined],
    [[], '7', ALL],
    [['8'], '7', '8'],
    [['7', '8'], null, '7,8'],
  ])('stores %j beside %s stand as %s', (chosen, current, expected) => {
    expect(storeChange(chosen, current).storeId).toBe(expected)
    expect(storesOf(changed('', storeChange(chosen, current)), current)).toEqual(chosen)
  })

  it.each(tabsOf(profileOf(orderKind.long)))('tab $label', (tab) =>
    expect(tabOf(changed('?status=3&planDue=1', tabChange(tab)))).toBe(tab),
  )

  it('asks for instalments of long orders alone, whose tabs they have', () => {
    const plan = (kind: OrderKind) => inputOf(values('?planDue=2'), kind, null).planDue
    expect([plan(orderKind.short), plan(orderKind.long)]).toEqual([undefined, 2])
    const labels = (kind: OrderKind) => tabsOf(profileOf(kind)).map(({ label }) => label)
    expect(labels(orderKind.long)).toEqual(expect.arrayContaining(['待收款', '逾期']))
    expect(labels(orderKind.short)).not.toContain('逾期')
    expect(chips('?planDue=2')).toEqual([])
  })

  it.each(depositChoices)('deposit $label', ({ value }) => {
    expect(depositChoiceOf(changed('', depositChange(value)))).toBe(value)
    expect(depositChoiceOf(changed('?depositStatus=0&depositPayStatus=3', depositChange(undefined)))).toBeUndefined()
  })
})

describe('chips', () => {
  it('say what is filtered, near dates without their year, whole days without their times', () => {
    const texts = chips(
      '?status=3,4&pickupReturnQueryStatus=5&dateRange=2026-11-20 00:00,2026-11-22 23:59&source=1,2&modelId=3&depositStatus=2&pickupType=2&overdue=1&depositDue=1&waits=reassign',
      '7',
    ).map(({ text }) => text)
    expect(texts).toEqual([
      '已确认、已排车',
      '超时未取',
      '取车 11-20 ~ 11-22',
      '虹桥机场店',
      '来源1',
      '来源2',
      '…',
      '押金 双免',
      '送车上门',
      '超时未还',
      '待退租车押金',
      '待改派',
    ])
    expect(chips('?dateType=3&dateRange=2026-11-20 08:00,2027-01-02 09:00')[0]?.text).toBe(
      '下单 11-20 08:00 ~ 2027-01-02 09:00',
    )
    expect(chips('?dateRange=2026-11-20 00:00,2026-11-20 23:59')[0]?.text).toBe('取车 11-20')
  })

  it('take only themselves out', () => {
    const query = '?source=1,2&storeId=7,8&overdue=1'
    for (const chip of chips(query)) {
      const left = chipsOf(changed(query, chip.without), null, names, now).map(({ key }) => key)
      expect(left).toEqual(
        chips(query)
          .map(({ key }) => key)
          .filter((key) => key !== chip.key),
      )
    }
  })

  it('the app’s store can be taken out too', () => {
    const [chip] = chips('', '7')
    expect(storesOf(changed('', chip!.without), '7')).toEqual([])
  })

  it('a tab is no chip, and clearing leaves tab, keyword and order', () => {
    expect(chips('?status=7,8&keyword=李')).toEqual([])
    expect(changed('?status=3&keyword=李&sort=newest&overdue=1&source=1', noFilter)).toEqual(
      values('?status=3&keyword=李&sort=newest'),
    )
  })
})
