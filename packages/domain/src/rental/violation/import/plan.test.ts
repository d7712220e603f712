import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../../platform/table-import/layout.ts'
import { countPlans, planText } from '../../../platform/table-import/plan.ts'
import { HOUR, parseDateTime } from '../../../time.ts'
import { officialState, violationStatus } from '../codes.ts'
import { type ViolationImportKey, violationImportHeading, violationTable } from './columns.ts'
import type { KnownViolation } from './merge.ts'
import { type KnownViolations, planViolations } from './plan.ts'
import { readViolation, type ViolationRow } from './row.ts'

const at = (text: string) => parseDateTime(`2026-${text}`)!
const now = at('12-10 12:00')
const layout = layoutOf(violationTable, [violationImportHeading, violationImportHeading.map(() => 'x')])!
const places = placesOf(layout.columns)
const line: Record<string, string> = {
  车牌号: '沪AD12345',
  违章时间: '2026-12-02 08:00',
  地点: '延安高架',
  行为: '违反禁令标志',
  代码: '1344',
  扣分: '3分',
  罚款: '200元',
}
const read = (over: Record<string, string> = {}) =>
  readViolation(
    violationTable.columns.map(({ title }) => ({ ...line, ...over })[title] ?? ''),
    places,
    now,
  )

const known: KnownViolations = {
  cars: [{ vehicleId: 'v1', plate: '沪AD12345', former: [], from: at('01-01 00:00'), to: null, homeStoreId: 's1' }],
  times: new Map([
    ['v1', { rentals: [{ orderId: 'a', from: at('12-01 10:00'), to: at('12-03 10:05') }], driven: [], away: [] }],
  ]),
  orders: new Map([['a', { id: 'a', orderNo: 'O1', storeId: 's2', returnStoreId: null }]]),
  violations: [],
  inSight: () => true,
}
const kept = (over: Partial<KnownViolation> = {}): KnownViolation => ({
  id: '1',
  no: 'WZ1',
  status: violationStatus.open,
  orderId: 'a',
  upheld: false,
  visible: true,
  plate: '沪AD12345',
  occurAt: at('12-02 08:00'),
  place: '',
  act: '违反禁令标志',
  actCode: '',
  points: 0,
  fine: 20_000,
  docNo: null,
  authority: '',
  officialState: officialState.open,
  ...over,
})
const plan = (rows: Parameters<typeof planViolations>[0], more: Partial<KnownViolations> = {}) =>
  planViolations(rows, { ...known, ...more }, { firstLine: 2 })

describe('a heading', () => {
  it.each<[readonly string[], readonly (ViolationImportKey | null)[]]>([
    [
      [
        '号牌种类',
        '号牌号码',
        '违法时间',
        '违法地点',
        '违法行为',
        '违法代码',
        '记分',
        '罚款金额',
        '决定书编号',
        '处理标记',
        '交款标记',
      ],
      [null, 'plate', 'occurAt', 'place', 'act', 'actCode', 'points', 'fine', 'docNo', 'official', 'paid'],
    ],
    [
      ['序号', '车牌', '违章时间', '违章地址', '违章内容', '扣分', '罚金', '文书号', '采集机关', '违章处理状态'],
      [null, 'plate', 'occurAt', 'place', 'act', 'points', 'fine', 'docNo', 'authority', 'official'],
    ],
  ])('%s', (titles, keys) => {
    const row = titles.map((_, i) => `v${i}`)
    expect(layoutOf(violationTable, [titles, row])!.columns.map(({ key }) => key)).toEqual(keys)
  })
})

describe('a row', () => {
  it.each([
    [{ 违章时间: '2026-12-03' }, '违章时间', '没有写时刻，应如 2026-05-01 14:30'],
    [{ 违章时间: '5/6/2026 10:00' }, '违章时间', '可能是 2026-05-06 或 2026-06-05，请写成 2026-05-06'],
    [{ 违章时间: '2026-12-11 10:00' }, '违章时间', '违章时间不能晚于现在'],
    [{ 违章时间: '2.02612E+13' }, '违章时间', 'Excel 已改成科学计数法，请把该列设为文本后重新填写'],
    [{ 车牌号: '' }, '车牌号', '请填写车牌号'],
  ])('%o is refused', (over, column, reason) =>
    expect(read(over)).toEqual({ issues: [{ column, value: Object.values(over)[0], reason }] }),
  )

  it.each([
    [{ 违章时间: '11-24 09:30' }, '违章时间', '没有写年份，按 2026-11-24 导入，请核对'],
    [{ 文书号: '3.10115E+15' }, '文书号', 'Excel 已改成科学计数法，留空导入；请把该列设为文本后重新填写'],
    [{ 扣分: '13' }, '扣分', '扣分不会超过12，按0分导入；应为0-12'],
    [{ 罚款: '=1+1' }, '罚款', '罚款无法识别，按待裁决导入；应为金额，如 200'],
    [{ 代码: '13440000000' }, '代码', '超过10字，留空导入；不能超过10字'],
    [{ 处理状态: '看不懂' }, '处理状态', '处理状态无法识别，按未处理导入；应如 未处理、已处理未缴款、已处理已缴款'],
    [{ 缴款状态: '看不懂' }, '缴款状态', '缴款状态无法识别，按未缴款导入；应如 已缴款、未缴款'],
  ])('%o is imported with a warning', (over, column, reason) => {
    const row = read(over)
    expect(row).toMatchObject({ warnings: [{ column, value: Object.values(over)[0], reason }] })
    expect(row).toMatchObject({ docNo: null, officialState: officialState.open })
  })

  it('reads paid, revoked and appealed states, and an undecided fine', () => {
    const said = (over: Record<string, string>) => {
      const row = read(over) as ViolationRow
      return row.disputed ?? row.officialState
    }
    const { open, handledUnpaid, paid } = officialState
    expect(['未处理', '待处理', '0', '待裁决', '-', ''].map((one) => said({ 处理状态: one }))).toEqual(
      Array(6).fill(open),
    )
    const over = ['已处理', '1', '是', '已处理 已缴款', '已缴款', '已交款', '已结案', '处理完毕']
    expect(over.map((one) => said({ 处理状态: one }))).toEqual(Array(8).fill(paid))
    expect(['已处理未缴款', '已裁决未缴款', '已处理待缴款'].map((one) => said({ 处理状态: one }))).toEqual(
      Array(3).fill(handledUnpaid),
    )
    expect(said({ 处理状态: '1', 缴款状态: '0' })).toBe(handledUnpaid)
    expect(said({ 处理状态: '', 缴款状态: '已缴款' })).toBe(paid)
    expect(['已撤销', '撤销处罚', '已消除', '不予处罚'].map((one) => said({ 处理状态: one }))).toEqual(
      Array(4).fill('revoked'),
    )
    expect(['申诉中', '行政复议中'].map((one) => said({ 处理状态: one }))).toEqual(Array(2).fill('appealed'))
    expect(['', '待裁决', '-', '警告'].map((one) => (read({ 罚款: one }) as ViolationRow).fine)).toEqual([
      null,
      null,
      null,
      0,
    ])
  })

  it('accepts common spellings', () => {
    expect(
      read({ 车牌号: '沪ａｄ·１２３４５', 罚款: '￥1,200.50', 处理状态: '已处理未缴款', 扣分: '-' }),
    ).toMatchObject({
      plate: '沪AD12345',
      fine: 120_050,
      points: 0,
      officialState: officialState.handledUnpaid,
    })
    expect(read({ 扣分: '记3分', 处理状态: '1', 缴款状态: '1' })).toMatchObject({
      points: 3,
      officialState: officialState.paid,
    })
    expect(read({ 代码: '1344.0', 文书号: '3101 1500 0123' })).toMatchObject({ actCode: '1344', docNo: '310115000123' })
    expect(read({ 文书号: '0' })).toMatchObject({ docNo: null })
    expect(read({ 车牌号: '', 违章时间: '', 地点: '', 行为: '合计', 代码: '' })).toEqual({ other: '合计行' })
  })
})

describe('a table of violations', () => {
  it('finds the order that had the car, and reports unknown plates', () => {
    const plans = plan([
      read(),
      read({ 违章时间: '2026-12-03 10:05' }),
      read({ 车牌号: '沪A99999' }),
      null,
      read({ 文书号: '310', 违章时间: '2026-12-02 09:00' }),
    ])
    expect(plans.map((one) => planText(one, true, { update: '补充' }))).toEqual([
      '新建成功，已匹配订单O1',
      '新建成功，待匹配',
      '失败：「车牌号」车牌不在车队中',
      '',
      '新建成功，已匹配订单O1',
    ])
    expect(plans[0]).toMatchObject({ place: { vehicleId: 'v1', storeId: 's2' } })
    expect(plans[1]).toMatchObject({ place: { storeId: 's1' } })
    expect(countPlans(plans)).toEqual({ created: 3, updated: 0, skipped: 0, failed: 1 })
  })

  it('reports repeated rows, by number or by plate, minute and act', () => {
    const plans = plan([
      read({ 文书号: '310' }),
      read({ 违章时间: '2026-12-02 08:00:59' }),
      read({ 文书号: '310', 违章时间: '2026-12-02 09:00' }),
      read({ 代码: '1208' }),
      read({ 代码: '', 罚款: '100' }),
    ])
    expect(plans.map(({ action }) => action)).toEqual(['create', 'skip', 'skip', 'create', 'create'])
    expect(plans[2]).toEqual({ action: 'skip', reason: '与第2行重复' })
  })

  it('treats one number of two cars at two minutes as two violations, within the table and against existing ones', () => {
    const cars = [...known.cars, { ...known.cars[0]!, vehicleId: 'v2', plate: '沪B12345' }]
    const rows = [
      read({ 文书号: '310115000123' }),
      read({ 文书号: '310115000123', 违章时间: '2026-12-02 09:00' }),
      read({ 文书号: '310115000123', 违章时间: '2026-12-02 09:30', 车牌号: '沪B12345' }),
      // The plate has a typing error: one number at one minute.
      read({ 文书号: '310115000123', 车牌号: '沪B12345' }),
    ]
    const actions = (violations: KnownViolation[]) => plan(rows, { cars, violations }).map(({ action }) => action)
    expect(actions([])).toEqual(['create', 'skip', 'create', 'skip'])
    expect(actions([kept({ docNo: '310115000123', place: '延安高架', actCode: '1344', points: 3 })])).toEqual([
      'skip',
      'skip',
      'create',
      'skip',
    ])
  })

  it('imports every row of a table whose numbers a spreadsheet rounded to one', () => {
    const rows = [
      read({ 文书号: '3.10115E+15' }),
      read({ 文书号: '3.10115E+15', 违章时间: '2026-12-02 09:00' }),
      read({ 文书号: '3.10115E+15', 违章时间: '2026-12-02 09:30' }),
    ]
    expect(plan(rows)).toMatchObject(
      Array(3).fill({ action: 'create', row: { docNo: null }, warnings: [{ column: '文书号' }] }),
    )
  })

  it('enters violations that the authority has closed as finished, once', () => {
    const rows = [
      read({ 处理状态: '已处理已缴款' }),
      read({ 处理状态: '已撤销', 违章时间: '2026-12-02 09:00' }),
      read({ 处理状态: '申诉中', 违章时间: '2026-12-02 09:30' }),
      read({ 处理状态: '申诉中', 违章时间: '2026-12-03 11:00' }),
    ]
    expect(plan(rows).map((one) => planText(one, true, { update: '补充' }))).toEqual([
      '新建成功，已匹配订单O1，官方已处理，直接结案',
      '新建成功，已匹配订单O1，官方已撤销，直接作废',
      '新建成功，已匹配订单O1，官方申诉中',
      '新建成功，待匹配，官方申诉中，匹配后请登记申诉',
    ])
    const gone = kept({ status: violationStatus.void, occurAt: at('12-02 09:00') })
    expect(plan([rows[1]!], { violations: [gone] })).toEqual([{ action: 'skip', reason: '重复，已有WZ1' }])
    // A violation that was voided here is created again when the authority reports it.
    expect(plan([read({ 违章时间: '2026-12-02 09:00' })], { violations: [gone] })).toMatchObject([{ action: 'create' }])
    // One whose appeal was upheld is not: the authority reports it every night until it deletes it.
    const upheld = { ...gone, upheld: true }
    for (const row of [rows[1]!, read({ 违章时间: '2026-12-02 09:00' })])
      expect(plan([row], { violations: [upheld] })).toEqual([{ action: 'skip', reason: '重复，WZ1已申诉成立' }])
    expect(
      plan([rows[1]!], {
        violations: [kept({ occurAt: at('12-02 09:00'), place: '延安高架', actCode: '1344', points: 3 })],
      }),
    ).toEqual([{ action: 'skip', reason: '重复，已有WZ1；官方已撤销，请到该违章作废' }])
  })

  it('fills in an undecided fine, in any status', () => {
    const inHand = kept({ status: violationStatus.byCustomer, fine: null, place: '延安高架', actCode: '1344' })
    expect(plan([read()], { violations: [inHand] })).toMatchObject([{ action: 'update', addition: { fine: 20_000 } }])
    expect(plan([read({ 罚款: '待裁决' })], { violations: [{ ...inHand, fine: 20_000 }] })[0]).toMatchObject({
      action: 'skip',
    })
  })

  it('fills in empty fields of an existing violation, and overwrites nothing', () => {
    const rows = [read({ 文书号: '310', 处理状态: '已缴款' })]
    expect(plan(rows, { violations: [kept()] })[0]).toMatchObject({
      action: 'update',
      known: { id: '1' },
      addition: { place: '延安高架', actCode: '1344', points: 3, docNo: '310', officialState: officialState.paid },
    })
    const full = kept({ place: '别处', actCode: '1344', points: 6, docNo: '9', officialState: officialState.paid })
    expect(plan(rows, { violations: [full] })[0]).toEqual({ action: 'skip', reason: '重复，已有WZ1' })
    // The merchant pays for the customer because there were no points.
    const inHand = plan([read()], { violations: [kept({ status: violationStatus.byMerchant })] })
    expect(inHand[0]).toMatchObject({ addition: { place: '延安高架', actCode: '1344' } })
    expect((inHand[0] as { addition: object }).addition).not.toHaveProperty('points')
  })

  it('prefers an existing violation with the same number or act', () => {
    const violations = [
      kept({ id: '1' }),
      kept({ id: '2', actCode: '1344' }),
      kept({ id: '3', occurAt: now - HOUR, docNo: '310' }),
    ]
    expect(plan([read()], { violations })[0]).toMatchObject({ known: { id: '2' } })
    expect(plan([read({ 文书号: '310' })], { violations })[0]).toMatchObject({ known: { id: '3' } })
  })

  it('by an account of one store does not touch the cars of others', () => {
    const inSight = (storeId: string) => storeId === 's1'
    const rows = [read(), read({ 违章时间: '2026-12-03 11:00' })]
    expect(plan(rows, { inSight }).map(({ action }) => action)).toEqual(['fail', 'create'])
    const returns = new Map([['a', { id: 'a', orderNo: 'O1', storeId: 's2', returnStoreId: 's1' }]])
    expect(plan(rows, { inSight, orders: returns }).map(({ action }) => action)).toEqual(['create', 'create'])
    const hidden = kept({ occurAt: at('12-02 08:00'), visible: false })
    expect(plan([read()], { violations: [hidden] })[0]).toEqual({ action: 'skip', reason: '重复' })
  })
})
