import { describe, expect, it } from 'vitest'
import { countPlans, planText } from '../../../platform/table-import/plan.ts'
import { lifecycle } from '../codes.ts'
import { type Known, lackingIn, planImport } from './plan.ts'
import { type ImportRow, readRow } from './row.ts'
import { places, readCells } from './testing.ts'

const sound = (...over: Parameters<typeof readCells>) => readCells(...over) as ImportRow
const today = '2026-11-20'

const known: Known = {
  vehicles: [
    {
      id: '1',
      plate: '沪A11111',
      vin: 'LSVAB000000000001',
      lifecycle: lifecycle.waiting,
      modelId: 'm1',
      homeStoreId: 's1',
      odometerKm: 100,
      visible: true,
    },
    {
      id: '2',
      plate: '沪A22222',
      vin: 'LSVAB000000000002',
      lifecycle: lifecycle.inService,
      modelId: 'm1',
      homeStoreId: 's1',
      odometerKm: 100,
      visible: true,
    },
    {
      id: '3',
      plate: '沪A33333',
      vin: 'LSVAB000000000003',
      lifecycle: lifecycle.waiting,
      modelId: 'm1',
      homeStoreId: 's9',
      odometerKm: 100,
      visible: false,
    },
    {
      id: '4',
      plate: '沪A44444',
      vin: 'LSVAB000000000004',
      lifecycle: lifecycle.disposed,
      modelId: 'm1',
      homeStoreId: 's1',
      odometerKm: 100,
      visible: true,
    },
  ],
  models: [
    { id: 'm1', name: '大众朗逸', year: 2024, open: true },
    { id: 'm2', name: '别克GL8', year: 2023, open: true },
    { id: 'm3', name: '别克GL8', year: 2024, open: true },
    { id: 'm4', name: '旧车型', year: null, open: false },
  ],
  stores: [
    { id: 's1', name: '虹桥机场店', code: 'HQ', open: true },
    { id: 's2', name: '浦东店', code: '', open: true },
    { id: 's3', name: '老店', code: '', open: false },
  ],
  chosen: { model: new Map(), store: new Map() },
}
const plan = (row: ReturnType<typeof readCells>, overwrite = false) =>
  planImport([row], known, { overwrite, firstLine: 2, today })[0]!
const why = (row: ReturnType<typeof readCells>, overwrite = false) => planText(plan(row, overwrite), true)

describe('action for a row', () => {
  it('creates a vehicle when neither frame number nor plate is known', () => {
    expect(plan(readCells())).toMatchObject({ action: 'create', modelId: 'm1', storeId: 's1' })
    expect(plan(readCells({ 门店: 'HQ', 车型: '别克gl8 2024款' }))).toMatchObject({ modelId: 'm3', storeId: 's1' })
    // The plate of a disposed vehicle may be used again.
    expect(plan(readCells({ 车牌号: '沪A44444' }))).toMatchObject({ action: 'create' })
  })

  it('skips an existing vehicle unless overwriting; matched by frame number, then by plate', () => {
    const same = { 车牌号: '沪A11111', 车架号: 'LSVAB000000000001', 里程: '100' }
    expect(why(readCells(same))).toBe('跳过：车辆已存在，未覆盖')
    expect(plan(readCells(same), true)).toMatchObject({ action: 'update', vehicle: { id: '1' } })
    expect(plan(readCells({ ...same, 车牌号: '沪A55555' }), true)).toMatchObject({ vehicle: { id: '1' } })
    expect(plan(readCells({ ...same, 车架号: 'LSVAB000000000009' }), true)).toMatchObject({ vehicle: { id: '1' } })
  })

  it.each([
    ['「车型」车型不存在，请选择对应的车型或先添加', { 车型: '没有' }, false],
    ['「车型」有多个同名车型，请写明年款，如「别克GL8 2023」', { 车型: '别克GL8' }, false],
    ['「车型」车型已停用', { 车型: '旧车型' }, false],
    ['「门店」门店不存在或不在您的数据范围内', { 门店: '别处' }, false],
    ['「门店」门店已关闭', { 门店: '老店' }, false],
    [
      '「车架号」车架号应为17位，且不含I、O、Q；「车型」车型不存在，请选择对应的车型或先添加',
      { 车架号: 'x', 车型: '没有' },
      false,
    ],
    ['「车型」请填写车型；「门店」门店已关闭', { 车型: '', 门店: '老店' }, false],
    ['「车架号」车辆属于其他门店，不在您的数据范围内', { 车架号: 'LSVAB000000000003' }, true],
    ['「车架号」该车架号的车辆已处置', { 车架号: 'LSVAB000000000004' }, true],
    ['「车牌号」该车牌已存在', { 车架号: 'LSVAB000000000001', 车牌号: '沪A22222' }, true],
    ['「里程」里程不能小于当前里程', { 车架号: 'LSVAB000000000001', 里程: '99' }, true],
    ['「车型」在营车辆不能更换车型，请先下架', { 车架号: 'LSVAB000000000002', 车型: '别克GL8 2023' }, true],
    ['「门店」在营车辆不能更换门店，请先下架', { 车架号: 'LSVAB000000000002', 门店: '浦东店' }, true],
  ] as const)('fails: %s', (reason, over, overwrite) => expect(why(readCells(over), overwrite)).toBe(`失败：${reason}`))

  it('skips an empty line; the following lines have the right numbers', () => {
    const rows = [sound(), readRow(['', ' '], places), sound()]
    const plans = planImport(rows, known, { overwrite: false, firstLine: 2, today })
    expect(plans.map((one) => planText(one, true))).toEqual([
      '新建成功',
      '',
      '失败：「车牌号」与第2行重复；「车架号」与第2行重复',
    ])
    expect(countPlans(plans)).toEqual({ created: 1, updated: 0, skipped: 0, failed: 1 })
  })

  it('names the earlier row when a plate or frame number is repeated', () => {
    const rows = [sound(), sound({ 车架号: 'LSVAB000000000777' }), sound({ 车牌号: '沪A88888' })]
    expect(
      planImport(rows, known, { overwrite: false, firstLine: 2, today }).map((one) => planText(one, false)),
    ).toEqual(['可新建', '失败：「车牌号」与第2行重复', '失败：「车架号」与第2行重复'])
  })

  it('refuses both rows of one plate when the first has another fault', () => {
    const rows = [sound({ 车架号: 'x' }), sound({ 车架号: 'LSVAB000000000777' })]
    const plans = planImport(rows, known, { overwrite: false, firstLine: 2, today })
    expect(plans.map((one) => one.action)).toEqual(['fail', 'fail'])
    expect(planText(plans[1]!, false)).toBe('失败：「车牌号」与第2行重复')
  })

  it('counts new cars without documents, and says what follows', () => {
    const rows = [
      sound({ 交强险到期: '' }),
      sound({
        车牌号: '沪A88888',
        车架号: 'LSVAB000000000777',
        交强险到期: '明年',
        年检到期: '',
        商业险到期: '2027-05-01',
      }),
      // Existing vehicles have their documents already.
      sound({ 车牌号: '沪A11111', 车架号: 'LSVAB000000000001', 里程: '100', 交强险到期: '' }),
    ]
    const plans = planImport(rows, known, { overwrite: true, firstLine: 2, today })
    expect(plans.map(({ action }) => action)).toEqual(['create', 'create', 'update'])
    expect(lackingIn(plans)).toEqual([
      { key: 'insuranceEndOn', rows: 2, text: '2 辆车没有交强险到期日，导入后不能上架' },
      { key: 'inspectionEndOn', rows: 1, text: '1 辆车没有年检到期日，导入后不能上架' },
      { key: 'commercialEndOn', rows: 1, text: '1 辆车没有商业险到期日，到期前不会提醒' },
    ])
  })

  it('counts those whose model is still to be chosen, and no row that is wrong otherwise', () => {
    const rows = [
      sound({ 车型: '未知车型', 交强险到期: '' }),
      sound({ 车牌号: '沪A88888', 车架号: 'x', 车型: '未知车型', 交强险到期: '' }),
    ]
    const plans = planImport(rows, known, { overwrite: false, firstLine: 2, today })
    expect(plans.map(({ action }) => action)).toEqual(['fail', 'fail'])
    expect(lackingIn(plans)).toContainEqual({
      key: 'insuranceEndOn',
      rows: 1,
      text: '1 辆车没有交强险到期日，导入后不能上架',
    })
  })

  it('imports a row with an unreadable date, and warns', () => {
    const [plan] = planImport([sound({ 年检到期: '明年' })], known, { overwrite: false, firstLine: 2, today })
    expect(planText(plan!, false)).toMatch(/^可新建；注意「年检到期」日期无法识别/)
  })

  it('creates nothing when the same table is imported twice', () => {
    const rows = [sound(), sound({ 车牌号: '沪A88888', 车架号: 'LSVAB000000000777' }), readCells({ 车牌号: '?' })]
    const first = planImport(rows, known, { overwrite: false, firstLine: 2, today })
    expect(countPlans(first)).toEqual({ created: 2, updated: 0, skipped: 0, failed: 1 })
    const made = first.flatMap((one, i) =>
      one.action === 'create'
        ? [
            {
              id: `n${i}`,
              plate: one.row.plate,
              vin: one.row.vin,
              lifecycle: lifecycle.waiting,
              modelId: one.modelId,
              homeStoreId: one.storeId,
              odometerKm: 0,
              visible: true,
            },
          ]
        : [],
    )
    const after = { ...known, vehicles: [...known.vehicles, ...made] }
    expect(countPlans(planImport(rows, after, { overwrite: false, firstLine: 2, today }))).toEqual({
      created: 0,
      updated: 0,
      skipped: 2,
      failed: 1,
    })
    expect(countPlans(planImport(rows, after, { overwrite: true, firstLine: 2, today }))).toMatchObject({
      created: 0,
      updated: 2,
    })
  })
})
