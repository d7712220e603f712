import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../table-import/layout.ts'
import { countPlans, planText } from '../../table-import/plan.ts'
import { HOUR, parseDateTime } from '../../time.ts'
import { illegalStatus, officialState } from '../codes.ts'
import { type IllegalImportKey, illegalImportHeading, illegalTable } from './columns.ts'
import type { KnownIllegal } from './merge.ts'
import { type KnownIllegals, planIllegals } from './plan.ts'
import { readIllegal } from './row.ts'

const at = (text: string) => parseDateTime(`2026-${text}`)!
const now = at('12-10 12:00')
const layout = layoutOf(illegalTable, [illegalImportHeading, illegalImportHeading])!
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
  readIllegal(
    illegalTable.columns.map(({ title }) => ({ ...line, ...over })[title] ?? ''),
    places,
    now,
  )

const known: KnownIllegals = {
  cars: [{ vehicleId: 'v1', plate: '沪AD12345', former: [], from: at('01-01 00:00'), to: null, homeStoreId: 's1' }],
  times: new Map([
    ['v1', { rentals: [{ orderId: 'a', from: at('12-01 10:00'), to: at('12-03 10:05') }], driven: [], away: [] }],
  ]),
  orders: new Map([['a', { id: 'a', orderNo: 'O1', storeId: 's2', returnStoreId: null }]]),
  illegals: [],
  inSight: () => true,
}
const kept = (over: Partial<KnownIllegal> = {}): KnownIllegal => ({
  id: '1',
  no: 'WZ1',
  status: illegalStatus.open,
  orderId: 'a',
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
const plan = (rows: Parameters<typeof planIllegals>[0], more: Partial<KnownIllegals> = {}) =>
  planIllegals(rows, { ...known, ...more }, { firstLine: 2 })

describe('a heading', () => {
  it.each<[readonly string[], readonly (IllegalImportKey | null)[]]>([
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
    expect(layoutOf(illegalTable, [titles, row])!.columns.map(({ key }) => key)).toEqual(keys)
  })
})

describe('a row', () => {
  it.each([
    ['2026/12/3 10:20:59', '12-03 10:20'],
    ['46359.43', '12-03 10:19'],
    ['２０２６－１２－０３　１０：２０', '12-03 10:20'],
    ['2026年12月3日10时20分', '12-03 10:20'],
    ['20261203102059', '12-03 10:20'],
    ['2026-12-03T10:20', '12-03 10:20'],
  ])('of %s happened then', (text, time) => expect(read({ 违章时间: text })).toMatchObject({ occurAt: at(time) }))

  it.each([
    [{ 违章时间: '2026-12-03' }, '违章时间', '时间格式错误，应如 2026-05-01 14:30'],
    [{ 违章时间: '2026-02-30 10:00' }, '违章时间', '时间格式错误，应如 2026-05-01 14:30'],
    [{ 违章时间: '2026-12-11 10:00' }, '违章时间', '违章时间不能晚于现在'],
    [{ 扣分: '13' }, '扣分', '扣分应为0-12'],
    [{ 扣分: '三分' }, '扣分', '扣分应为0-12'],
    [{ 罚款: '=1+1' }, '罚款', '罚款应为金额，如 200'],
    [{ 车牌号: '' }, '车牌号', '请填写车牌号'],
  ])('%o is wrong', (over, column, reason) =>
    expect(read(over)).toEqual({ issues: [{ column, value: Object.values(over)[0], reason }] }),
  )

  it('is read as people write it', () => {
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
    expect(read({ 处理状态: '看不懂' })).toMatchObject({
      officialState: officialState.open,
      unread: [{ value: '看不懂' }],
    })
    expect(read({ 车牌号: '', 违章时间: '', 地点: '', 行为: '合计', 代码: '' })).toEqual({ other: '合计行' })
  })
})

describe('a table of violations', () => {
  it('finds who had the car, and names plates that no car carries', () => {
    const plans = plan([
      read(),
      read({ 违章时间: '2026-12-03 10:05' }),
      read({ 车牌号: '沪A99999' }),
      null,
      read({ 文书号: '310', 违章时间: '2026-12-02 09:00' }),
    ])
    expect(plans.map((one) => planText(one, true, { update: '补充' }))).toEqual([
      '新增成功，已匹配订单O1',
      '新增成功，待匹配',
      '失败：「车牌号」车牌不在车队中',
      '',
      '新增成功，已匹配订单O1',
    ])
    expect(plans[0]).toMatchObject({ place: { vehicleId: 'v1', storeId: 's2' } })
    expect(plans[1]).toMatchObject({ place: { storeId: 's1' } })
    expect(countPlans(plans)).toEqual({ created: 3, updated: 0, skipped: 0, failed: 1 })
  })

  it('says which of its rows repeat others, by number or by plate, minute and act', () => {
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

  it('fills in what is there, and overwrites nothing', () => {
    const rows = [read({ 文书号: '310', 处理状态: '已缴款' })]
    expect(plan(rows, { illegals: [kept()] })[0]).toMatchObject({
      action: 'update',
      known: { id: '1' },
      addition: { place: '延安高架', actCode: '1344', points: 3, docNo: '310', officialState: officialState.paid },
    })
    const full = kept({ place: '别处', actCode: '1344', points: 6, docNo: '9', officialState: officialState.paid })
    expect(plan(rows, { illegals: [full] })[0]).toEqual({ action: 'skip', reason: '重复，已有WZ1' })
    // The merchant pays for the customer because there were no points.
    const inHand = plan([read()], { illegals: [kept({ status: illegalStatus.byMerchant })] })
    expect(inHand[0]).toMatchObject({ addition: { place: '延安高架', actCode: '1344' } })
    expect((inHand[0] as { addition: object }).addition).not.toHaveProperty('points')
  })

  it('takes the one with its number or act before one that only might be it', () => {
    const illegals = [
      kept({ id: '1' }),
      kept({ id: '2', actCode: '1344' }),
      kept({ id: '3', occurAt: now - HOUR, docNo: '310' }),
    ]
    expect(plan([read()], { illegals })[0]).toMatchObject({ known: { id: '2' } })
    expect(plan([read({ 文书号: '310' })], { illegals })[0]).toMatchObject({ known: { id: '3' } })
  })

  it('of somebody of one store leaves the cars of others', () => {
    const inSight = (storeId: string) => storeId === 's1'
    const rows = [read(), read({ 违章时间: '2026-12-03 11:00' })]
    expect(plan(rows, { inSight }).map(({ action }) => action)).toEqual(['fail', 'create'])
    const returns = new Map([['a', { id: 'a', orderNo: 'O1', storeId: 's2', returnStoreId: 's1' }]])
    expect(plan(rows, { inSight, orders: returns }).map(({ action }) => action)).toEqual(['create', 'create'])
    const hidden = kept({ occurAt: at('12-02 08:00'), visible: false })
    expect(plan([read()], { illegals: [hidden] })[0]).toEqual({ action: 'skip', reason: '重复' })
  })
})
