import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../../platform/table-import/layout.ts'
import { orderTable } from './columns.ts'
import { planOrders } from './plan.ts'
import { readOrder } from './row.ts'

const NOW = Date.parse('2026-11-20T10:00:00+08:00')
const none = { model: new Map<string, string>(), store: new Map<string, string>() }

function read(...table: string[][]) {
  const layout = layoutOf(orderTable, table)!
  expect(layout.missing).toEqual([])
  return table.slice(layout.heading + 1).map((cells) => readOrder(cells, placesOf(layout.columns), NOW))
}

describe('orders of another system', () => {
  it.each([
    [
      'of our template',
      [
        '原订单号',
        '取车门店',
        '车型',
        '取车时间',
        '还车时间',
        '客户姓名',
        '手机号',
        '订单金额',
        '已收金额',
        '已收租车押金',
      ],
    ],
    [
      'of a rental system',
      [
        '订单编号',
        '门店名称',
        '预订车型',
        '预约取车时间',
        '预约还车时间',
        '租车人',
        '手机号码',
        '订单总额',
        '实收金额',
        '押金',
      ],
    ],
    [
      'of a list of contracts',
      [
        '合同编号',
        '出车门店',
        '车型名称',
        '起租时间',
        '到期时间',
        '承租人姓名',
        '联系电话',
        '总费用',
        '已付',
        '租车押金',
      ],
    ],
  ])('%s are read by their titles', (_, heading) => {
    const cells = [
      'A 1',
      '总店',
      '大众朗逸',
      '2026/11/22 10:00',
      '2026-11-24 10:00',
      '沈梦洁',
      '136-1234-5678',
      '1,512.50元',
      '¥500',
      '2000',
    ]
    expect(read(heading, cells)).toMatchObject([
      {
        ...{ orderNo: 'A1', store: '总店', model: '大众朗逸', name: '沈梦洁', mobile: '13612345678', plate: '' },
        ...{ total: 151_250, paid: 50_000, rentalDeposit: 200_000, violationDeposit: 0 },
        pickupAt: Date.parse('2026-11-22T10:00:00+08:00'),
        returnAt: Date.parse('2026-11-24T10:00:00+08:00'),
      },
    ])
  })

  it('are left in the other system where they ended, and named where a cell is wrong', () => {
    const heading = ['订单号', '车牌号', '取车时间', '还车时间', '姓名', '手机号', '金额', '状态']
    const times = ['2026-11-22 10:00', '2026-11-24 10:00']
    const row = (...cells: string[]) => ['A', '沪A12345', ...times, '沈梦洁', '13612345678', '500', ...cells]
    expect(
      read(
        heading,
        row('已还车'),
        row('已取消'),
        ['', '', '', '', '', '', '1000', ''],
        ['合计', '', '', '', '', '', '1000', ''],
        ['A', '沪A12345', '2026-11-22', times[1]!, '沈梦洁', '123', '-5', ''],
        ['A', '沪A12345', times[1]!, times[0]!, '沈梦洁', '13612345678', '500', ''],
        ['A', '', ...times, '沈梦洁', '13612345678', '500', ''],
        ['A', '沪A12345', '2026-11-22 10:00', '2028-11-24 10:00', '沈梦洁', '13612345678', '500', ''],
      ),
    ).toMatchObject([
      { other: '订单已还车，留在原系统' },
      { other: '订单已取消，留在原系统' },
      { other: '没有订单号' },
      { other: '合计行' },
      { issues: [{ column: '取车时间' }, { column: '手机号' }, { column: '订单金额', reason: '金额不能小于0' }] },
      { issues: [{ column: '还车时间', reason: '还车时间须晚于取车时间' }] },
      { issues: [{ column: '车型', reason: '请填写车型或车牌号' }] },
      { issues: [{ column: '还车时间', reason: '租期超过366天，请在长租订单中录入' }] },
    ])
  })

  it('have the model of their car, and keep a car of another store out', () => {
    const rows = read(
      ['订单号', '车型', '车牌号', '取车时间', '还车时间', '姓名', '手机号', '金额'],
      ['A', '别的名字', '沪A12345', '2026-11-22 10:00', '2026-11-24 10:00', '沈梦洁', '13612345678', '500'],
      ['B', '', '沪A54321', '2026-11-22 10:00', '2026-11-24 10:00', '沈梦洁', '13612345678', '500'],
    )
    const known = {
      cars: [
        { id: 'v1', plate: '沪A12345', modelId: 'm1', visible: true },
        { id: 'v2', plate: '沪A54321', modelId: 'm1', visible: false },
      ],
      models: [],
      stores: [{ id: 's1', name: '总店', code: 'A', open: true }],
      taken: [],
    }
    expect(planOrders(rows, known, { chosen: none, firstLine: 2, now: NOW })).toMatchObject([
      { action: 'create', storeId: 's1', returnStoreId: 's1', modelId: 'm1', vehicleId: 'v1' },
      { action: 'fail', issues: [{ column: '车牌号', reason: '车辆属于其他门店，不在您的数据范围内' }] },
    ])
    expect(planOrders(rows, { ...known, taken: ['A'] }, { chosen: none, firstLine: 2, now: NOW })[0]).toEqual({
      action: 'skip',
      reason: '已导入过这个订单',
    })
  })
})
