import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  dateOfEpochDay,
  epochDayOf,
  formatDateTime,
  formatLocal,
  parseDateTime,
  startOfDate,
} from '../../time.ts'
import { normalisePlate, plateKindOf } from '../check/plate.ts'
import { normaliseVin, vinProblem } from '../check/vin.ts'
import { type CellReading, isFormulaError, isNothing, plainCell, readFine, readKm, readPoints } from './cells.ts'
import { readDate, readMinute } from './dates.ts'

/*
 * Cells as merchants, insurers, 12123, GPS platforms, databases and Excel write them, and the result: a value, a
 * value with a warning (`value？why`), or none (`无法：why；what is expected`).
 */

const NOW = parseDateTime('2026-11-26 12:00')!

const told = <T>(found: CellReading<T>, show: (value: T) => unknown = String): string =>
  'value' in found
    ? `${show(found.value)}${found.doubt === undefined ? '' : `？${found.doubt}`}`
    : `无法：${found.problem}；${found.like}`

const LOST = '无法：Excel 已改成科学计数法；请把该列设为文本后重新填写'
const NO_DATE = '无法：日期无法识别；应如 2027-05-01'
const NO_MINUTE = '无法：时间无法识别；应如 2026-05-01 14:30'

describe('expiry date of a document', () => {
  it.each([
    // Days.
    ['2027-05-01', '2027-05-01'],
    ['2027/5/1', '2027-05-01'],
    ['2027.5.1', '2027-05-01'],
    ['2027.05.01', '2027-05-01'],
    ['2027 05 01', '2027-05-01'],
    ['2027、5、1', '2027-05-01'],
    ['20270501', '2027-05-01'],
    ['２０２７／０５／０１', '2027-05-01'],
    ['2027年5月1日', '2027-05-01'],
    ['2027年05月01号', '2027-05-01'],
    ['2027年5月1日星期六', '2027-05-01'],
    ['2027-05-01（周六）', '2027-05-01'],
    ['\u200e2027-05-01\u200b', '2027-05-01'],
    ['2027年5月1日止', '2027-05-01'],
    ['2027-05-01到期', '2027-05-01'],
    ['有效期至2027年5月1日', '2027-05-01'],
    ['至2027年5月1日24时止', '2027-05-01'],
    ['46508', '2027-05-01'],
    ['46508.5', '2027-05-01'],
    // With a time of day: databases, programs, spreadsheets.
    ['2027-05-01 00:00:00', '2027-05-01'],
    ['2027-05-01 00:00:00.0', '2027-05-01'],
    ['2027-05-01 23:59:59.999', '2027-05-01'],
    ['2027/5/1 8:30', '2027-05-01'],
    ['2027/5/1 上午12:00:00', '2027-05-01'],
    ['2027/5/1 12:00:00 AM', '2027-05-01'],
    ['5/31/2027 12:00:00 AM', '2027-05-31'],
    ['2027-05-01T00:00:00', '2027-05-01'],
    ['2027-05-01T00:00:00+08:00', '2027-05-01'],
    ['2027-05-01T00:00:00.000+0800', '2027-05-01'],
    ['2027-04-30T16:00:00Z', '2027-05-01'],
    ['2027-04-30T16:00:00.000Z', '2027-05-01'],
    ['2027-04-30T15:59:59Z', '2027-04-30'],
    ['Sat May 01 2027 00:00:00 GMT+0800 (中国标准时间)', '2027-05-01'],
    ['2027年5月1日24时', '2027-05-01'],
    // A year of two digits; the year last.
    ['27/5/1', '2027-05-01'],
    ['27-05-01', '2027-05-01'],
    ['27.5.1', '2027-05-01'],
    ['27年5月1日', '2027-05-01'],
    ['5/31/27', '2027-05-31'],
    ['05/31/2027', '2027-05-31'],
    ['31/05/2027', '2027-05-31'],
    ['5/5/2027', '2027-05-05'],
    ['31-May-27', '2027-05-31'],
    ['31-May-2027', '2027-05-31'],
    ['1 May 2027', '2027-05-01'],
    ['May 1, 2027', '2027-05-01'],
    ['Sept 30, 2027', '2027-09-30'],
    ['5/6/27', '无法：可能是 2027-05-06 或 2027-06-05；请写成 2027-05-06'],
    ['01/05/2027', '无法：可能是 2027-01-05 或 2027-05-01；请写成 2027-01-05'],
    ['27/05/26', '2027-05-26？按 2027-05-26 导入，也可能是 2026-05-27'],
    ['10/11/27', '无法：可能是 2010-11-27 或 2027-10-11 或 2027-11-10；请写成 2010-11-27'],
    // A month means its last day.
    ['2027-02', '2027-02-28'],
    ['2028年2月', '2028-02-29'],
    ['2027年10月底', '2027-10-31'],
    ['27年10月', '2027-10-31'],
    ['2027/10', '2027-10-31'],
    ['2027.10', '2027-10-31'],
    ['2027.12', '2027-12-31'],
    ['2027.01', '2027-01-31'],
    ['2027.2', '2027-02-28'],
    ['May-27', '2027-05-31'],
    ['2027.1', '无法：2027.1 可能是1月或10月（Excel 会去掉末尾的0）；请写成 2027-01 或 2027-10'],
    // Periods.
    ['2026-05-02至2027-05-01', '2027-05-01'],
    ['2026.5.2 ~ 2027.5.1', '2027-05-01'],
    ['2026.5.2～2027.5.1', '2027-05-01'],
    ['2026-05-01 到 2027-04-30', '2027-04-30'],
    ['2026.5.1-2027.4.30', '2027-04-30'],
    ['2026/05/01-2027/04/30', '2027-04-30'],
    ['2026-05-01—2027-04-30', '2027-04-30'],
    ['2026-05-01--2027-04-30', '2027-04-30'],
    ['2026-05-01-2027-04-30', '2027-04-30'],
    ['2026-05-01 - 2027-04-30', '2027-04-30'],
    ['2026-05-01/2027-04-30', '2027-04-30'],
    ['20260501-20270430', '2027-04-30'],
    ['26.5.1-27.4.30', '2027-04-30'],
    ['2026.5-2027.4', '2027-04-30'],
    ['2026年5月-2027年4月', '2027-04-30'],
    ['2026年5月1日起至2027年4月30日止', '2027-04-30'],
    ['自2026年05月01日00时00分起至2027年04月30日24时00分止', '2027-04-30'],
    ['2026-05-01 00:00:00至2027-04-30 23:59:59', '2027-04-30'],
    ['保险期间：2026年5月1日零时至2027年4月30日二十四时', '2027-04-30'],
    ['2027-05-01至2026-04-30', '无法：结束日期早于开始日期；应如 2027-05-01'],
    ['2026.5-2027.1', '无法：2027.1 可能是1月或10月（Excel 会去掉末尾的0）；请写成 2027-01 或 2027-10'],
    ['2026-05-01至', '无法：没有结束日期；应如 2027-05-01'],
    ['2026-05-01起', '无法：没有结束日期；应如 2027-05-01'],
    // Invalid.
    ['2027-02-30', '无法：没有这一天；应如 2027-05-01'],
    ['20271301', '无法：没有这一天；应如 2027-05-01'],
    ['2027-13', '无法：没有这个月；应如 2027-05-01'],
    ['5月1日', NO_DATE],
    ['27-May', NO_DATE],
    ['明年', NO_DATE],
    ['长期', NO_DATE],
    ['99999', NO_DATE],
    ['2.02705E+07', LOST],
  ])('%s', (cell, expected) => expect(told(readDate(cell, 'end'))).toBe(expected))

  it.each([
    ['2024-03', '2024-03-01？没有写日，按 2024-03-01 导入'],
    ['2024/3/1', '2024-03-01'],
    ['2024-03-01至2025-03-01', '无法：这里应为一天，不是一段时间；应如 2027-05-01'],
  ])('or the day of a registration, %s', (cell, expected) => expect(told(readDate(cell, 'day'))).toBe(expected))
})

describe('minute of a violation', () => {
  it.each([
    ['2026-11-10 15:34', '2026-11-10 15:34'],
    ['2026/11/10 15:34:59', '2026-11-10 15:34'],
    ['２０２６－１１－１０　１５：３４', '2026-11-10 15:34'],
    ['2026-11-10 15:34:00.0', '2026-11-10 15:34'],
    ['2026-11-10T15:34', '2026-11-10 15:34'],
    ['2026-11-10T15:34:00+08:00', '2026-11-10 15:34'],
    ['2026-11-10T07:34:00Z', '2026-11-10 15:34'],
    ['2026-11-10T07:34:00.000Z', '2026-11-10 15:34'],
    ['2026-11-10T16:34:00+09:00', '2026-11-10 15:34'],
    ['2026年11月10日15时34分', '2026-11-10 15:34'],
    ['2026年11月10日15时34分20秒', '2026-11-10 15:34'],
    ['2026年11月10日 15点半', '2026-11-10 15:30'],
    ['20261110153459', '2026-11-10 15:34'],
    ['202611101534', '2026-11-10 15:34'],
    ['20261110 1534', '2026-11-10 15:34'],
    ['2026.11.24 9:5', '2026-11-24 09:05'],
    ['46336.6486', '2026-11-10 15:33'],
    ['2026/11/10 下午3:34', '2026-11-10 15:34'],
    ['2026/11/10 下午 03:34:59', '2026-11-10 15:34'],
    ['2026/11/10 上午9:05', '2026-11-10 09:05'],
    ['2026/11/10 上午12:05', '2026-11-10 00:05'],
    ['2026/11/10 中午12:05', '2026-11-10 12:05'],
    ['2026/11/10 凌晨1:05', '2026-11-10 01:05'],
    ['2026-11-10 3:34 PM', '2026-11-10 15:34'],
    ['2026-11-10 3:34PM', '2026-11-10 15:34'],
    ['2026-11-10 12:10 AM', '2026-11-10 00:10'],
    ['11/10/2026 3:34:00 PM', '无法：可能是 2026-11-10 或 2026-10-11；请写成 2026-11-10'],
    ['26-11-10 15:34', '2026-11-10 15:34'],
    ['26/11/10 15:34', '2026-11-10 15:34'],
    ['26年11月10日 15:34', '2026-11-10 15:34'],
    ['2026-11-10 周二 15:34', '2026-11-10 15:34'],
    ['2026年11月10日星期二 15:34', '2026-11-10 15:34'],
    ['2026-11-10（星期二）15:34', '2026-11-10 15:34'],
    ['25/11/2026 15:34', '2026-11-25 15:34'],
    // The other order would be in the future.
    ['11/12/2026 09:30', '2026-11-12 09:30'],
    ['24-Nov-26 09:30', '2026-11-24 09:30'],
    ['11-24 09:30', '2026-11-24 09:30？没有写年份，按 2026-11-24 导入'],
    ['11月24日 9:30', '2026-11-24 09:30？没有写年份，按 2026-11-24 导入'],
    ['11/26 13:00', '2025-11-26 13:00？没有写年份，按 2025-11-26 导入'],
    ['12-24 09:30', '2025-12-24 09:30？没有写年份，按 2025-12-24 导入'],
    ['2-29 09:30', '无法：没有这一天；应如 2026-05-01 14:30'],
    ['昨天', '无法：没有写明日期；应如 2026-11-25 12:00'],
    ['昨天 15:34', '无法：没有写明日期；应如 2026-11-25 12:00'],
    ['2026-11-10', '无法：没有写时刻；应如 2026-05-01 14:30'],
    ['25/11/2026', '无法：没有写时刻；应如 2026-05-01 14:30'],
    ['46336', '无法：没有写时刻；应如 2026-05-01 14:30'],
    ['2026年11月10日15时', '无法：没有写分钟；应如 2026-05-01 14:30'],
    ['2026-02-30 10:00', '无法：没有这一天；应如 2026-05-01 14:30'],
    ['2026-11-10 25:10', NO_MINUTE],
    ['2026-11-10 24:00', NO_MINUTE],
    ['2026-11-10 上午15:34', NO_MINUTE],
    ['15:34', NO_MINUTE],
    ['2.02611E+13', LOST],
  ])('%s', (cell, expected) => expect(told(readMinute(cell, NOW), formatDateTime)).toBe(expected))
})

describe('kilometres', () => {
  const NONE = '无法：里程无法识别；应为0至9999999的整数，或如 3.5万'
  it.each([
    ['35,000', '里程', '35000'],
    ['35 000 km', '里程', '35000'],
    ['３５０００公里', '里程', '35000'],
    ['35000千米', '里程', '35000'],
    ['3.5万', '里程', '35000'],
    ['3.5万公里', '里程', '35000'],
    ['3万5', '里程', '35000'],
    ['3.5w', '里程', '35000'],
    ['3.5', '里程（万公里）', '35000'],
    ['3.28645万', '里程', '32865'],
    ['35000.6', '里程', '35000'],
    ['约35000', '里程', '35000？按 35000 公里导入'],
    ['大约3.5万公里', '里程', '35000？按 35000 公里导入'],
    ['35000左右', '里程', '35000？按 35000 公里导入'],
    ['1000', '里程(万)', NONE],
    ['-5', '里程', NONE],
    ['两万', '里程', NONE],
  ])('%s under %s', (cell, title, expected) => expect(told(readKm(cell, title))).toBe(expected))
})

describe('points', () => {
  it.each([
    ['3', '3'],
    ['3分', '3'],
    ['记3分', '3'],
    ['扣 3 分', '3'],
    ['一次记６分', '6'],
    ['-3', '3'],
    ['3.0', '3'],
    ['三分', '3'],
    ['十二分', '12'],
    ['不记分', '0'],
    ['13', '无法：扣分不会超过12；应为0-12'],
    ['若干', '无法：扣分无法识别；应为0-12'],
  ])('%s', (cell, expected) => expect(told(readPoints(cell, 12))).toBe(expected))
})

describe('a fine', () => {
  const NONE = '无法：罚款无法识别；应为金额，如 200'
  it.each([
    ['200', '20000'],
    ['200元', '20000'],
    ['「200」', NONE],
    ['２００', '20000'],
    ['¥1,200.50', '120050'],
    ['￥200.00元', '20000'],
    ['罚款200元整', '20000'],
    ['200.0000', '20000'],
    ['警告', '0'],
    ['口头警告', '0'],
    ['免罚', '0'],
    ['待裁决', 'null'],
    ['待处理', 'null'],
    ['未裁决', 'null'],
    ['200-2000元', NONE],
    ['=1+1', NONE],
  ])('%s', (cell, expected) => expect(told(readFine(cell))).toBe(expected))
})

it('empty cells, and cells with a failed formula', () => {
  const nothing = ['', '-', '--', '——', '—', '/', '\\', '无', '暂无', 'N/A', 'n/a', 'NULL', '0000-00-00 00:00:00']
  expect(nothing.filter((cell) => !isNothing(plainCell(cell)))).toEqual([])
  expect(['0', '沪A12345', '无牌', '蓝'].filter((cell) => isNothing(plainCell(cell)))).toEqual([])
  const failed = ['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '########']
  expect(failed.filter((cell) => !isFormulaError(cell))).toEqual([])
  expect(['#12', '12#'].filter(isFormulaError)).toEqual([])
})

it.each([
  '沪B·12345',
  '沪B●12345',
  '沪B∙12345',
  '沪B⋅12345',
  '沪B•12345',
  '沪B・12345',
  '沪B_12345',
  '沪B。12345',
  '沪B.12345',
  '沪B-12345',
  '沪B 12345',
  '沪ｂ１２３４５',
  '\u200e沪B12345\u200b',
  '沪\u2060B12345',
])('%s is a plate', (cell) => {
  expect(normalisePlate(cell)).toBe('沪B12345')
  expect(plateKindOf(normalisePlate(cell))).not.toBeNull()
})

it.each([
  'LSVAB4188E2184847',
  'lsvab4188e2184847',
  'LSVAB4188-E2184847',
  '*LSVAB4188E2184847*',
  'VIN:LSVAB4188E2184847',
  'VIN：LSVAB4188E2184847',
  '车架号：LSVAB4188E2184847',
  'LSVA B418 8E21 84847',
  '\u200bLSVAB4188E2184847',
  'ＬＳＶＡＢ４１８８Ｅ２１８４８４７',
])('%s is a frame number', (cell) => {
  expect(normaliseVin(cell)).toBe('LSVAB4188E2184847')
  expect(vinProblem(normaliseVin(cell))).toBeNull()
})

/** Property tests: every spelling of a date or minute is read as that date or minute. */
const day = fc.integer({ min: epochDayOf('2018-01-01'), max: epochDayOf('2059-12-31') }).map(dateOfEpochDay)
const patterns = [
  'YYYY-MM-DD',
  'YYYY/M/D',
  'YYYY.M.D',
  'YYYY年M月D日',
  'YYYY年MM月DD号',
  'YYYYMMDD',
  'YY年M月D日',
  'YYYY MM DD',
]
const written = (date: string, pattern: string) => formatLocal(startOfDate(date), pattern)

it('a date in any spelling is read correctly, alone, with a time, and as the end of a period', () => {
  const clocks = ['', ' 00:00:00', ' 00:00:00.0', ' 8:30', ' 上午12:00:00', ' 12:00 AM']
  const joints = ['至', '到', '~', '～', '—', '--', ' - ']
  fc.assert(
    fc.property(
      fc.tuple(day, fc.constantFrom(...patterns), fc.constantFrom(...clocks), fc.constantFrom(...joints)),
      ([date, pattern, clock, joint]) => {
        const text = written(date, pattern)
        expect(readDate(`${text}${clock}`, 'end')).toEqual({ value: date })
        expect(readDate(text, 'day')).toEqual({ value: date })
        expect(readDate(`${written(addMonths(date, -12), pattern)}${joint}${text}`, 'end')).toEqual({ value: date })
      },
    ),
  )
})

it('a date with its year last is read correctly or with a warning, never silently as another date', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('M/D/YYYY', 'D/M/YYYY', 'M/D/YY', 'YY/M/D'), (date, pattern) => {
      const found = readDate(written(date, pattern), 'end')
      if ('value' in found && found.doubt === undefined) expect(found.value).toBe(date)
      else expect(JSON.stringify(found)).toContain(date)
    }),
  )
})

it('a minute in any spelling is read correctly', () => {
  const minute = fc.integer({ min: 0, max: 1_000_000 }).map((ago) => NOW - ago * 60_000)
  const clocks = ['HH:mm', 'HH:mm:ss', 'HH时mm分']
  fc.assert(
    fc.property(minute, fc.constantFrom(...patterns), fc.constantFrom(...clocks), (at, pattern, clock) => {
      expect(readMinute(formatLocal(at, `${pattern} ${clock}`), NOW)).toEqual({ value: at })
      expect(readMinute(new Date(at).toISOString(), NOW)).toEqual({ value: at })
    }),
  )
})

it('any text is read or refused without an exception', () => {
  const piece = fc.constantFrom(
    '2027',
    '5',
    '1',
    '-',
    '/',
    '.',
    '年',
    '月',
    '日',
    '至',
    ' ',
    ':',
    '上午',
    'PM',
    'Z',
    '+08:00',
    'E+15',
    'May',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
      ),
      (cell) => {
        for (const found of [readDate(cell, 'end'), readDate(cell, 'day'), readMinute(cell, NOW)])
          expect('value' in found || found.problem !== '').toBe(true)
      },
    ),
  )
})
