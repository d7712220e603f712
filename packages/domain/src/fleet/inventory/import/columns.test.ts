import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf, perhapsFor, plainTitle } from '../../../platform/table-import/layout.ts'
import { importColumns, importHeading, vehicleTable } from './columns.ts'

const row = (width: number) => Array.from({ length: width }, (_, i) => `v${i}`)
const keysOf = (heading: readonly string[]) =>
  layoutOf(vehicleTable, [heading, row(heading.length)])!.columns.map(({ title, key }) => [title, key])

describe('the heading of a table', () => {
  it('of the template maps every column', () => {
    expect(keysOf(importHeading)).toEqual(importColumns.map(({ key }, i) => [importHeading[i], key]))
  })

  it("of a merchant's own list is recognised by its usual titles", () => {
    expect(
      keysOf([
        '序号',
        '号牌号码',
        '号牌颜色',
        '车辆品牌型号',
        '车架号（VIN）',
        '所属门店',
        '车身颜色',
        '初次登记日期',
        '当前里程（km）',
        '交强险保单号',
        '交强险到期日',
        '商业险到期时间',
        '年审到期',
        '保养里程',
      ]),
    ).toEqual([
      ['序号', null],
      ['号牌号码', 'plate'],
      ['号牌颜色', 'plateColor'],
      ['车辆品牌型号', 'model'],
      ['车架号（VIN）', 'vin'],
      ['所属门店', 'store'],
      ['车身颜色', 'colour'],
      ['初次登记日期', 'registerOn'],
      ['当前里程（km）', 'odometerKm'],
      ['交强险保单号', null],
      ['交强险到期日', 'insuranceEndOn'],
      ['商业险到期时间', 'commercialEndOn'],
      ['年审到期', 'inspectionEndOn'],
      ['保养里程', null],
    ])
  })

  it.each([
    ['车牌', 'plate'],
    ['牌照号', 'plate'],
    ['VIN码', 'vin'],
    ['底盘号', 'vin'],
    ['车辆识别代号', 'vin'],
    ['车辆识别代码', 'vin'],
    ['品牌车型', 'model'],
    ['网点', 'store'],
    ['发动机号码', 'engineNo'],
    ['登记日期', 'registerOn'],
    ['上牌时间', 'registerOn'],
    ['表显里程', 'odometerKm'],
    ['交强险', 'insuranceEndOn'],
    ['商业保险止期', 'commercialEndOn'],
    ['年检有效期', 'inspectionEndOn'],
  ])('%s is %s', (title, key) => {
    expect(layoutOf(vehicleTable, [[title], ['x']])!.columns).toEqual([{ index: 0, title, example: 'x', key }])
  })

  it('is found below titles and notes of the sheet; columns without a cell are ignored', () => {
    const layout = layoutOf(vehicleTable, [
      ['顺达租车车辆台账'],
      ['制表：王芳', '', '2026-11-01'],
      [],
      ['车牌', 'VIN', '', '备注'],
      ['沪A12345', 'x', 'y', ''],
    ])!
    expect(layout).toMatchObject({ heading: 3, missing: [] })
    expect(layout.columns).toEqual([
      { index: 0, title: '车牌', example: '沪A12345', key: 'plate' },
      { index: 1, title: 'VIN', example: 'x', key: 'vin' },
      { index: 2, title: '', example: 'y', key: null },
      { index: 3, title: '备注', example: '', key: 'remark' },
    ])
  })

  it('reports required columns that are missing', () => {
    expect(layoutOf(vehicleTable, [['车牌', '门店'], row(2)])!.missing).toEqual(['vin'])
    expect(layoutOf(vehicleTable, [['姓名', '电话', '住址'], row(3)])).toMatchObject({
      heading: 0,
      missing: ['plate', 'vin'],
    })
    expect(layoutOf(vehicleTable, [importHeading])).toBeNull()
  })

  it('uses the mapping that the user chose, now or earlier, and maps each column once', () => {
    const rows = [['车牌', '旧牌', '大架', '备注'], row(4)]
    const chosen = layoutOf(vehicleTable, rows, {
      chosen: new Map([
        [1, 'plate' as const],
        [2, 'vin' as const],
        [3, null],
      ]),
    })!
    expect(chosen.columns.map(({ key }) => key)).toEqual([null, 'plate', 'vin', null])
    const remembered = layoutOf(vehicleTable, rows, {
      remembered: new Map([
        [plainTitle('大架 '), 'vin' as const],
        [plainTitle('备注'), null],
      ]),
    })!
    expect(remembered.columns.map(({ key }) => key)).toEqual(['plate', null, 'vin', null])
    expect(remembered.missing).toEqual([])
  })

  it('maps no key twice and omits no filled column, whatever the sheet contains', () => {
    const word = fc.oneof(
      fc.constantFrom('车牌', 'VIN', '车型', '里程', '', '备注', '结果'),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 8 }), { minLength: 2, maxLength: 14 }), (rows) => {
        const layout = layoutOf(vehicleTable, rows)
        if (layout === null) return
        const keys = layout.columns.flatMap(({ key }) => key ?? [])
        expect(new Set(keys).size).toBe(keys.length)
        const titles = rows[layout.heading]!
        const above = rows[layout.heading - 1] ?? []
        const filled = rows
          .slice(layout.heading + 1)
          .flatMap((cells) => cells.flatMap((cell, i) => (cell.trim() ? i : [])))
        for (const index of filled)
          if (![titles, above].some((line) => plainTitle(line[index] ?? '') === '结果'))
            expect(layout.columns.map((one) => one.index)).toContain(index)
      }),
    )
  })
})

describe('a heading of two lines', () => {
  const sheet = [
    ['晴天租车车辆台账'],
    ['序号', '车辆信息', '', '', '车牌', '', '保险', '', '', '年检'],
    ['', '品牌车型', '车架号', '备注', '号码', '颜色', '交强险起期', '交强险到期', '商业险到期', '有效期至'],
    ['1', '卡罗拉', 'LFV2A21K0F3000010', '', '苏E7K301', '蓝', '20260501', '20270501', '2027-05-01', '2027-11'],
  ]
  it('is combined: the upper line gives the lower one its meaning', () => {
    const layout = layoutOf(vehicleTable, sheet)!
    expect(layout).toMatchObject({ heading: 2, missing: [] })
    expect(Object.fromEntries(layout.columns.map(({ key, title }) => [title, key]))).toMatchObject({
      '车辆信息 品牌车型': 'model',
      车架号: 'vin',
      '车牌 号码': 'plate',
      '车牌 颜色': 'plateColor',
      交强险起期: null,
      交强险到期: 'insuranceEndOn',
      商业险到期: 'commercialEndOn',
      '年检 有效期至': 'inspectionEndOn',
    })
  })
  it('is not built from a heading of one line and the car below it', () => {
    const layout = layoutOf(vehicleTable, [
      importHeading,
      [...row(importHeading.length)],
      [...row(importHeading.length)],
    ])!
    expect(layout.heading).toBe(0)
  })
})

it("proposes columns for a document's expiry where none is certain", () => {
  const heading = ['车牌号', '车架号', '保险公司', '保险到期', '行驶证有效期', '备注']
  const layout = layoutOf(vehicleTable, [heading, row(heading.length)])!
  const proposed = (key: 'insuranceEndOn' | 'commercialEndOn' | 'inspectionEndOn', of = layout) =>
    perhapsFor(vehicleTable, of, key).map((index) => heading[index])
  expect(layout.columns.map(({ key }) => key)).toEqual(['plate', 'vin', null, null, null, 'remark'])
  expect([proposed('insuranceEndOn'), proposed('commercialEndOn'), proposed('inspectionEndOn')]).toEqual([
    ['保险到期'],
    ['保险到期'],
    ['行驶证有效期'],
  ])
  const taken = layoutOf(vehicleTable, [heading, row(6)], { chosen: new Map([[3, 'insuranceEndOn']]) })!
  expect([proposed('insuranceEndOn', taken), proposed('commercialEndOn', taken)]).toEqual([[], []])
})
