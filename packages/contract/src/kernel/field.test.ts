import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  code,
  date,
  decimal,
  Flag,
  fen,
  id,
  idOrNone,
  int,
  lifeDate,
  list,
  Mobile,
  maybe,
  nestedRecord,
  orElse,
  range,
  record,
  text,
  time,
  word,
} from './field.ts'

/** The parsed value, or the first message. */
const read = (schema: z.ZodType, value: unknown) => {
  const { data, error } = schema.safeParse(value)
  return error ? { refused: error.issues[0]!.message } : data
}

describe('a field accepts the formats of query strings and forms', () => {
  it.each([
    ['id', id('门店'), 12, '12'],
    ['id', id('门店'), '9223372036854775807', '9223372036854775807'],
    ['flag', Flag, '1', true],
    ['flag', Flag, 'false', false],
    ['int', int(0, 9, '数量'), ' 3 ', 3],
    ['decimal', decimal(-180, 180, '经度'), '121.4737', 121.4737],
    ['fen', fen('金额'), '86400', 86400],
    ['code', code(orderStatuses, '订单状态'), '4', 4],
    ['text', text(1, 5, '备注'), ' 早到 ', '早到'],
    ['one value for a list', list(int(0, 9, '数'), 3, '数'), '1', [1]],
    ['a list as JSON', list(int(0, 9, '数'), 3, '数'), '[1,"2"]', [1, 2]],
    ['a record as JSON', nestedRecord({ qty: int(1, 9, '数量') }, '服务'), '{"qty":"2"}', { qty: 2 }],
    [
      'records as repeated JSON',
      list(nestedRecord({ qty: int(1, 9, '数量') }, '服务'), 3, '服务'),
      ['{"qty":1}'],
      [{ qty: 1 }],
    ],
    ['an instant in ms', time('取车时间'), 1_795_154_400_000, 1_795_154_400_000],
    ['an instant in ms as text', time('取车时间'), '1795154400000', 1_795_154_400_000],
    ['a local time', time('取车时间'), '2026-11-20 14:00', 1_795_154_400_000],
    ['seconds are cut', time('取车时间'), 1_795_154_459_999, 1_795_154_400_000],
  ])('%s', (_, schema, value, parsed) => {
    expect(read(schema, value)).toEqual(parsed)
  })
})

describe("a field's message says what is expected", () => {
  it.each([
    [id('门店'), undefined, '请选择门店'],
    [id('门店'), '', '门店编号格式不正确'],
    [id('门店'), '9223372036854775808', '门店编号格式不正确'],
    [id('门店'), 2 ** 60, '门店编号格式不正确'],
    [id('门店'), '007', '门店编号格式不正确'],
    [int(0, 9, '数量'), '', '数量应为0至9的整数'],
    [int(0, 9, '数量'), true, '数量应为0至9的整数'],
    [int(0, 9, '数量'), 10, '数量应为0至9的整数'],
    [decimal(-90, 90, '纬度'), 91, '纬度应为-90至90'],
    [fen('收款金额', 1), 0, '收款金额须大于0'],
    [fen('单价'), -1, '单价不能为负'],
    [fen('单价'), 0.5, '单价应为整数（分）'],
    [text(1, 5, '备注'), '  ', '请填写备注'],
    [text(1, 5, '备注'), '一二三四五六', '备注不能超过5字'],
    [text(2, 5, '姓名', '请输入姓名'), ' ', '请输入姓名'],
    [text(2, 5, '姓名', '请输入姓名'), '陈', '姓名为2-5个字'],
    [text(2, 5, '姓名', '请输入姓名'), '𠮷', '姓名为2-5个字'],
    [text(1, 5, '备注'), 'a\0', '备注含有不能保存的字符'],
    [code(orderStatuses, '订单状态'), 9, '订单状态不在可选范围内'],
    [code(orderStatuses, '订单状态'), undefined, '请选择订单状态'],
    [word(['a', 'b'], '类别'), 'c', '类别不在可选范围内'],
    [time('取车时间'), '明天', '取车时间格式应为 YYYY-MM-DD HH:mm，在2000年至2100年之间'],
    [time('取车时间'), undefined, '请选择取车时间'],
    [date('日期'), '2026-02-30', '日期格式应为 YYYY-MM-DD'],
    [list(int(0, 9, '数'), 2, '数'), [1, 2, 3], '数最多2项'],
    [Mobile, '12345', '手机号格式不正确'],
    [Mobile, undefined, '请输入手机号'],
  ])('%#', (schema, value, message) => {
    expect(read(schema, value)).toEqual({ refused: message })
  })
})

describe('missing values', () => {
  it.each([undefined, null, ''])('%j leaves an optional field undefined', (nothing) => {
    const input = z.object({ count: maybe(int(1, 9, '数量')), all: orElse(Flag, true), storeId: maybe(id('门店')) })
    expect(input.parse({ count: nothing, all: nothing, storeId: nothing })).toEqual({ all: true })
    expect(input.parse({})).toEqual({ all: true })
  })

  it('null is a valid answer where none is allowed, but the field is required', () => {
    expect(idOrNone('车辆').parse('')).toBeNull()
    expect(idOrNone('车辆').parse(null)).toBeNull()
    expect(idOrNone('车辆').parse('7')).toBe('7')
    expect(read(idOrNone('车辆'), undefined)).toEqual({ refused: '请选择车辆' })
  })
})

describe('a date range', () => {
  const period = range('日期', 31)
  const midnight = (day: string) => Date.parse(`${day}T00:00:00+08:00`)

  it.each([
    ['two dates hold both days', ['2026-11-20', '2026-11-22'], '2026-11-20', '2026-11-23'],
    ['the last minute belongs to it', ['2026-11-20 00:00', '2026-11-22 23:59'], '2026-11-20', '2026-11-23'],
    ['instants', [midnight('2026-11-20'), midnight('2026-11-21') - 1], '2026-11-20', '2026-11-21'],
    ['JSON text', '["2026-11-20","2026-11-20"]', '2026-11-20', '2026-11-21'],
  ])('%s', (_, given, from, to) => {
    expect(period.parse(given as never)).toEqual({ from: midnight(from), to: midnight(to) })
  })

  it('is cleared by an empty list', () => {
    expect(period.parse([])).toBeUndefined()
    expect(period.parse(undefined)).toBeUndefined()
  })

  it.each([
    [['2026-11-20'], '日期应为开始和结束两个时间'],
    ['昨天', '日期应为开始和结束两个时间'],
    [['2026-11-22', '2026-11-20'], '日期的结束不能早于开始'],
    [['2026-01-01', '2026-12-31'], '日期不能超过31天'],
  ])('refuses %j', (given, message) => {
    expect(read(period, given)).toEqual({ refused: message })
  })
})

describe('a field refuses values that cannot be stored or computed with', () => {
  it.each([
    ['half a pair', text(0, 9, '备注'), 'a\ud800', '备注含有不能保存的字符'],
    ['NUL', text(0, 9, '备注'), 'a\0', '备注含有不能保存的字符'],
    ['a date that does not exist', date('日期'), '2026-02-30', '日期格式应为 YYYY-MM-DD'],
    ['a date out of reach', date('日期'), '9999-12-31', '日期应在2000年至2100年之间'],
    ['a date before its time', lifeDate('出生日期'), '1899-12-31', '出生日期应在1900年至2100年之间'],
    [
      'an instant out of reach',
      time('时间'),
      '2101-01-01 00:00',
      '时间格式应为 YYYY-MM-DD HH:mm，在2000年至2100年之间',
    ],
    ['a list too long', list(int(0, 9, '数'), 2, '数'), [1, 2, {}], '数最多2项'],
    ['a record too large', record(int(0, 9, '数'), '数', 1), { a: 1, b: {} }, '数最多1项'],
    ['a name that is half a pair', record(int(0, 9, '数'), '数', 1), { '\udc00': 1 }, '数格式不正确'],
  ])('%s', (_, schema, value, message) => {
    expect(read(schema, value)).toEqual({ refused: message })
  })

  it('accepts both limits', () => {
    expect(read(date('日期'), '2000-01-01')).toBe('2000-01-01')
    expect(read(lifeDate('出生日期'), '1900-01-01')).toBe('1900-01-01')
    expect(read(time('时间'), '2100-12-31 23:59')).toBe(Date.parse('2100-12-31T23:59:00+08:00'))
  })
})
