import { contract } from '@cheyi/contract/index'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { asGate } from '../../kernel/enter.ts'
import { at } from '../../testing/at.ts'
import { priceWorld } from '../../testing/world/prices.ts'
import { publishHolidays } from '../quote/holidays.ts'

const { price, quote: quotes } = contract
const { t, owner, month, dayOf, saveDays, rentOf, lavida } = await priceWorld()
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
})

describe('calendar', () => {
  it('shows a month in a fixed number of statements: price, holiday, free capacity', async () => {
    const october = await t.call(price.calendar, { ...lavida(), from: '2026-12-01', to: '2026-12-31' }, owner())
    const { queries } = t.calls.at(-1)!
    await month({ to: '2026-12-02' })
    expect(t.calls.at(-1)!.queries).toBe(queries)
    expect(october.days).toHaveLength(31)
    expect(october.days[0]).toMatchObject({
      date: '2026-12-01',
      price: 20_000,
      origin: 'base',
      free: 3,
      own: false,
      stop: false,
    })
    expect(october.days[4]).toMatchObject({ date: '2026-12-05', price: 26_000, origin: 'weekend' })
    expect(october).toMatchObject({ vehicles: 3, unpublishedYears: [] })
    t.clock.set(at('09-20T10:00'))
    const golden = await t.call(price.calendar, { ...lavida(), from: '2026-09-30', to: '2026-10-10' }, owner())
    expect(golden.days[1]).toMatchObject({ price: 39_900, origin: 'holiday', holiday: '国庆节' })
    expect(golden.days[10]).toMatchObject({ date: '2026-10-10', price: 20_000, makeUpWorkday: true })
    t.clock.set(at('11-20T10:00'))
    const past = await month({ from: '2026-11-18', to: '2026-11-21' })
    expect(past.days.map((day) => day.free)).toEqual([null, null, 3, 3])
    expect((await month({ from: '2028-01-01', to: '2028-01-02' })).unpublishedYears).toEqual([2028])
  })

  it('takes the holidays of a new year from an operator, for what is priced from then on', async () => {
    const newYear = {
      pickupAt: Date.parse('2027-01-01T10:00:00+08:00'),
      returnAt: Date.parse('2027-01-03T10:00:00+08:00'),
    }
    const ask = { from: '2027-01-01', to: '2027-01-09' }
    expect((await month(ask)).unpublishedYears).toEqual([2027])
    expect(await rentOf(newYear)).toEqual([20_000, 26_000])
    const sold = await t.call(quotes.quote, { ...lavida(1), ...newYear }, owner())

    const days = (month: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => [`2027-${month}-0${from + i}`, "New Year's Day,元旦,1"] as const)
    const file = {
      holidays: Object.fromEntries([...days('01', 1, 3), ...days('05', 1, 5), ...days('10', 1, 7)]),
      workdays: { '2027-01-09': "New Year's Day,元旦,1" },
    }
    const bring = (content: unknown) =>
      asGate(t.commands, ({ db }) =>
        publishHolidays(db, content, { name: '王晴', note: '国办发明电〔2026〕9号', now: t.clock.now() }),
      )
    await expect(bring({ ...file, workdays: { '2027-01-11': '元旦,元旦,1' } })).rejects.toThrow('2027-01-11不是周末')
    expect((await month(ask)).unpublishedYears).toEqual([2027])
    expect(await bring(file)).toMatchObject([{ year: 2027, holidays: 15, workdays: 1 }])
    expect(await bring(file)).toEqual([])

    const shown = await month(ask)
    expect(shown.unpublishedYears).toEqual([])
    expect(shown.days[0]).toMatchObject({ price: 39_900, origin: 'holiday', holiday: '元旦' })
    expect(shown.days[8]).toMatchObject({ date: '2027-01-09', price: 20_000, makeUpWorkday: true })
    expect(await rentOf(newYear)).toEqual([39_900, 39_900])
    const { rows } = await t.root.query(`select detail from platform_log where action = 'operator.holidays'`)
    expect(rows).toMatchObject([{ detail: { name: '王晴', note: '国办发明电〔2026〕9号', years: [{ year: 2027 }] } }])
    // What was quoted before is booked at its price.
    const form = {
      submit: true,
      quoteId: sold.quoteId,
      expectTotal: sold.total,
      contactName: '周明轩',
      contactPhone: '13900000001',
    }
    const { orderId } = await t.call(contract.order.create, form, owner())
    expect(await t.call(contract.order.detail, { orderId }, owner())).toMatchObject({
      fees: { total: sold.total },
    })
  })

  it('sets weekdays of a range, and a booking costs exactly that', async () => {
    const saved = await saveDays({ from: '2026-12-07', to: '2026-12-20', weekdays: [1, 2], price: 31_100 })
    expect(saved.changed).toBe(4)
    expect(await rentOf({ pickupAt: at('12-07T10:00'), returnAt: at('12-08T10:00') })).toEqual([31_100])
    expect(await rentOf({ pickupAt: at('12-09T10:00'), returnAt: at('12-10T10:00') })).toEqual([20_000])
    await saveDays({ from: '2026-12-07', to: '2026-12-20', restore: true })
    expect(await rentOf({ pickupAt: at('12-07T10:00'), returnAt: at('12-08T10:00') })).toEqual([20_000])
  })

  it('tells whoever prices a day that somebody else priced meanwhile, and goes on from there', async () => {
    const [mine, theirs] = [
      { from: '2027-02-01', to: '2027-02-03' },
      { from: '2027-02-03', to: '2027-02-05' },
    ]
    const { version } = await month({ from: '2027-02-01', to: '2027-02-28' })
    await saveDays({ ...theirs, price: 33_300, version })
    const refused = await t.send(price.saveCalendar, { ...lavida(), ...mine, price: 44_400, version }, owner())
    expect(refused).toMatchObject({ errorCode: -5, data: { by: '测试owner' } })
    expect((await dayOf('2027-02-03', { from: '2027-02-01', to: '2027-02-28' }))?.price).toBe(33_300)
    // Days that nobody touched are not in the way, and who has been told may go on.
    await saveDays({ from: '2027-02-01', to: '2027-02-02', price: 44_400, version })
    const seen = (refused.data as { version: string }).version
    await saveDays({ from: '2027-02-03', to: '2027-02-03', price: 44_400, version: seen })
    expect((await dayOf('2027-02-03', { from: '2027-02-01', to: '2027-02-28' }))?.price).toBe(44_400)
  })

  it('lets one of two who price the same day at once', async () => {
    const { version } = await month()
    const input = { ...lavida(), from: '2027-02-10', to: '2027-02-10', version }
    const answers = await Promise.all(
      [51_000, 52_000].map((fen) => t.send(price.saveCalendar, { ...input, price: fen }, owner())),
    )
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([-5, 0])
  })

  it('closes dates for sale and opens them again', async () => {
    const trip = { ...lavida(1), pickupAt: at('12-23T10:00'), returnAt: at('12-24T10:00') }
    await saveDays({ from: '2026-12-23', to: '2026-12-23', price: 30_000 })
    await saveDays({ from: '2026-12-23', to: '2026-12-23', stop: true })
    expect(await t.send(quotes.quote, trip, owner())).toMatchObject({ errorCode: 3002 })
    expect(await dayOf('2026-12-23')).toMatchObject({ stop: true, price: 30_000 })
    await saveDays({ from: '2026-12-23', to: '2026-12-23', stop: false })
    expect(await rentOf(trip)).toEqual([30_000])
  })

  it('raises each date from the price it has', async () => {
    const { days } = await saveDays({ from: '2026-12-25', to: '2026-12-26', adjustBp: 1000 })
    expect(days.map((day) => day.price)).toEqual([22_000, 28_600])
  })

  it('takes the last change back exactly, and the one before it after that', async () => {
    const ask = { from: '2027-01-04', to: '2027-01-08' }
    const shown = async () => (await month(ask)).days.map(({ price, stop, own }) => ({ price, stop, own }))
    const first = await shown()
    await saveDays({ ...ask, price: 15_000 })
    const second = await shown()
    const saved = await saveDays({ from: '2027-01-05', to: '2027-01-06', stop: true })
    expect(saved.undo).toMatchObject({
      name: '测试owner',
      lines: [{ label: '2027-01-05至2027-01-06', before: '¥150.00', after: '¥150.00，停售' }],
    })
    const undone = await t.call(price.undoCalendar, { changeId: saved.undo!.changeId }, owner())
    expect(await shown()).toEqual(second)
    await t.call(price.undoCalendar, { changeId: undone.undo!.changeId }, owner())
    expect(await shown()).toEqual(first)
    expect(await t.send(price.undoCalendar, { changeId: saved.undo!.changeId }, owner())).toMatchObject({
      errorCode: -4,
    })
  })

  it('takes nothing back over what somebody changed since', async () => {
    const ask = { from: '2027-01-11', to: '2027-01-12' }
    const saved = await saveDays({ ...ask, price: 15_000 })
    await saveDays({ ...ask, to: '2027-01-11', price: 16_000 })
    expect(await t.send(price.undoCalendar, { changeId: saved.undo!.changeId }, owner())).toMatchObject({
      errorCode: -5,
    })
  })

  it.each([
    [{ from: '2026-11-19', to: '2026-11-21', price: 100 }, 3203, '不能修改过去日期'],
    [{ from: '2026-12-01', to: '2027-06-01', price: 100 }, -2, '参数错误：日期跨度不能超过180天'],
    [{ from: '2026-12-02', to: '2026-12-01', price: 100 }, -2, '参数错误：结束日期不能早于开始日期'],
    [{ price: 0 }, 3201, '所选日期价格须在¥0.01至¥99,999.00之间'],
    [{ price: 100, stop: true }, -2, '参数错误：请选择改价、调整、停售或恢复中的一项'],
    [{}, -2, '参数错误：请选择改价、调整、停售或恢复中的一项'],
  ])('refuses %j', async (ask, errorCode, message) => {
    const input = { ...lavida(), from: '2026-12-08', to: '2026-12-08', ...ask }
    expect(await t.send(price.saveCalendar, input, owner())).toMatchObject({ errorCode, message })
  })
})
