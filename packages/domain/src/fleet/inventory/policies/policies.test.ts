import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../../platform/table-import/layout.ts'
import { insuranceKind } from '../codes.ts'
import { policyTable } from './columns.ts'
import { type KnownPolicies, type KnownPolicy, planPolicies } from './plan.ts'
import { readPolicy } from './row.ts'

function read(...table: string[][]) {
  const layout = layoutOf(policyTable, table)!
  expect(layout.missing).toEqual([])
  return table.slice(layout.heading + 1).map((cells) => readPolicy(cells, placesOf(layout.columns)))
}

describe('tables of policies', () => {
  it('of an insurer are read by their titles, with a title row, sums in units of ten thousand and a line of totals', () => {
    expect(
      read(
        ['某某财险 2026年承保明细'],
        [
          '序号',
          '车牌号码',
          '险种名称',
          '承保公司',
          '保单号码',
          '起保日期',
          '终保日期',
          '保额（万元）',
          '含税保费',
          '不含税保费',
        ],
        [
          '1',
          '沪A·12345',
          '机动车商业保险',
          '人保财险',
          'PDAA 2026 01',
          '2026-05-01 00:00:00',
          '46507',
          '200',
          '3,650.00',
          '3443',
        ],
        [
          '2',
          '沪A12346',
          '机动车交通事故责任强制保险',
          '人保财险',
          'PDZA202601',
          '2026年5月1日',
          '2027年4月30日',
          '18',
          '950',
          '896',
        ],
        ['', '合计', '', '', '', '', '', '', '4600.00', ''],
      ),
    ).toEqual([
      {
        plate: '沪A12345',
        kind: insuranceKind.commercial,
        insurer: '人保财险',
        no: 'PDAA202601',
        from: '2026-05-01',
        to: '2027-04-30',
        sumInsured: 200_000_000,
        premium: 365_000,
        warnings: [],
      },
      expect.objectContaining({ kind: insuranceKind.compulsory, to: '2027-04-30', premium: 95_000 }),
      { other: '合计行' },
    ])
  })

  it('of a broker have the period in one cell', () => {
    expect(
      read(
        ['车牌', '险种', '保险期间', '保费(万元)'],
        ['沪A12345', '车上人员责任险', '自2026年5月1日零时起至2027年4月30日二十四时止', '0.0365'],
        ['沪A12346', '商业险', '2026-05-01至2027-05-01', '0.3万'],
      ),
    ).toMatchObject([
      { kind: insuranceKind.passenger, from: '2026-05-01', to: '2027-04-30', premium: 36_500 },
      { to: '2027-05-01', premium: 300_000, warnings: [{ reason: expect.stringContaining('比一年多一天') }] },
    ])
  })

  it('name what is wrong with a row', () => {
    const heading = ['车牌号', '险种', '保单号', '生效日期', '到期日期', '保额', '保费']
    const row = (over: Partial<Record<string, string>>) =>
      heading.map(
        (title) =>
          over[title] ??
          { 车牌号: '沪A12345', 险种: '商业险', 生效日期: '2026-05-01', 到期日期: '2027-04-30' }[title] ??
          '',
      )
    const wrong = [
      [row({ 险种: '交强险+商业险' }), '一行只能填一种险，请拆成两行'],
      [row({ 险种: '延保' }), '险种无法识别，应为交强险、商业险、座位险'],
      [row({ 生效日期: '' }), '请填写生效日期'],
      [row({ 到期日期: '2026-04-30' }), '到期日期不能早于生效日期'],
      [row({ 到期日期: '2036-12-30' }), '期间不能超过十年'],
      [row({ 保单号: '3.10115E+15' }), 'Excel 已改成科学计数法，请把该列设为文本后重新填写'],
      [row({ 保费: '面议' }), '金额无法识别，应如 1280.50'],
      [row({ 保费: '-12' }), '保费不能为负，退回的保费请在车辆费用中登记'],
    ] as const
    const found = read(heading, ...wrong.map(([cells]) => [...cells]))
    expect(found).toEqual(wrong.map(([, reason]) => ({ issues: [expect.objectContaining({ reason })] })))
    expect(read(heading, row({ 保额: '按约定' }))).toMatchObject([
      { sumInsured: null, warnings: [{ column: '保额', reason: expect.stringContaining('留空导入') }] },
    ])
  })
})

describe('the plan of an import of policies', () => {
  const row = (over: object = {}) => ({
    plate: '沪A1',
    kind: insuranceKind.commercial,
    insurer: '人保',
    no: 'P1',
    from: '2026-05-01',
    to: '2027-04-30',
    sumInsured: null,
    premium: 100_00,
    warnings: [],
    ...over,
  })
  const { plate: _, warnings: _none, ...values } = row()
  const policy = (over: Partial<KnownPolicy> = {}): KnownPolicy => ({
    id: '1',
    vehicleId: '1',
    plate: '沪A1',
    ...values,
    ...over,
  })
  const car = (id: string, disposed = false, since = '2026-01-01') => ({ id, disposed, since })
  const known = (over: Partial<KnownPolicies> = {}): KnownPolicies => ({
    cars: new Map([
      ['沪A1', [car('1')]],
      ['沪A2', [car('2')]],
      ['沪A3', [car('3', true)]],
    ]),
    policies: [],
    premiums: [],
    ...over,
  })
  const plan = (rows: readonly ReturnType<typeof row>[], over: Partial<KnownPolicies> = {}) =>
    planPolicies(rows, known(over), { firstLine: 2 })
  const reason = (text: string) => ({ action: 'fail', issues: [{ reason: expect.stringContaining(text) }] })

  it('of the car that had the plate before is no policy of the next one', () => {
    const cars = new Map([['沪A1', [car('1', true), car('2', false, '2026-12-08')]]])
    expect(plan([row({ from: '2025-05-01', to: '2026-04-30' })], { cars })).toMatchObject([reason('已处置')])
    expect(plan([row({ from: '2026-12-01', to: '2027-11-30' })], { cars })).toMatchObject([{ vehicleId: '2' }])
  })

  it('makes a policy, and none for a plate that is not there or of a car that was disposed of', () => {
    expect(plan([row(), row({ plate: '沪Z9', no: 'P2' }), row({ plate: '沪A3', no: 'P3' })])).toMatchObject([
      { action: 'create', vehicleId: '1', policy: { no: 'P1' } },
      reason('车牌不在车队中'),
      reason('车辆已处置'),
    ])
  })

  it('skips what is there by insurer and number, and refuses the number on another car or kind', () => {
    const there = { policies: [policy({ no: 'p 1' })] }
    expect(plan([row()], there)).toEqual([
      { action: 'skip', reason: expect.stringContaining('已有保单 商业险 人保 p 1') },
    ])
    expect(plan([row({ plate: '沪A2' })], there)).toMatchObject([reason('该保单号已登记为 沪A1 的商业险')])
    expect(plan([row({ kind: insuranceKind.compulsory })], there)).toMatchObject([reason('该保单号已登记为')])
    expect(plan([row({ insurer: '平安', plate: '沪A2' })], there)).toMatchObject([{ action: 'create' }])
  })

  it('skips a row that repeats another, and refuses two rows of one number that differ', () => {
    expect(plan([row(), row(), row({ premium: 5 })])).toMatchObject([
      { action: 'create' },
      { action: 'skip', reason: '与第2行重复' },
      reason('与第2行保单号相同而内容不同'),
    ])
  })

  it('fills in a policy of which only the last day is known, once', () => {
    const bare = policy({ insurer: '', no: '', from: null, premium: null })
    expect(plan([row(), row({ no: 'P2' })], { policies: [bare] })).toMatchObject([
      { action: 'update', documentId: '1', policy: { no: 'P1', from: '2026-05-01', premium: 100_00 } },
      { action: 'create', policy: { no: 'P2' } },
    ])
  })

  it('refuses a premium that was entered as a cost, and warns of days that overlap', () => {
    const premium = { vehicleId: '1', from: '2026-06-01', to: '2026-06-01', fen: 100_00 }
    expect(plan([row()], { premiums: [premium] })).toMatchObject([reason('已在 2026-06-01 登记')])
    expect(plan([row({ no: 'P2' })], { policies: [policy()] })).toMatchObject([
      { action: 'create', warnings: [{ reason: expect.stringContaining('期间重叠') }] },
    ])
  })
})
