import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { writeTable } from '../../../outside/table/tables.ts'
import { frameNumber, importer } from '../../../testing/world/imports.ts'
import { ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { makeWorld } from '../../../testing/world/world.ts'

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 1, poolSize: 8 })
let desk: ReturnType<typeof importer>

beforeEach(async () => {
  desk = importer(t, w)
})

/** The list that a shop keeps for itself: another sheet first, lines above the heading, words and forms of its own. */
const ledger = () =>
  writeTable([
    { name: '说明', rows: [['顺达租车'], ['2026年']], widths: [20] },
    {
      name: '车辆台账',
      rows: [
        ['顺达租车车辆台账'],
        ['制表：王芳', '', '', '2026-11-01'],
        [
          '序号',
          '号牌号码',
          '品牌型号',
          '车架号（VIN）',
          '网点',
          '里程（万公里）',
          '交强险到期日',
          '年审到期',
          '车主手机',
        ],
        [
          '1',
          '沪ｂ·１０００１',
          '朗逸',
          frameNumber(1).toLowerCase(),
          '虹桥店',
          '3.5',
          '20270501',
          '2027.11.30',
          '139',
        ],
        ['2', '沪B10002', '朗逸', frameNumber(2), '虹桥店', '0.8', '2026/5/1', '2027-11', ''],
        [],
        ['3', '沪B10003', '别克GL8', 'LSVNV0000A0000003', '浦东机场店', '1', '2027-05-01', '2027-11', ''],
        ['合计', '3辆'],
      ],
      widths: [],
    },
  ])

describe("a shop's own list", () => {
  it('is understood as far as it can be, and says what has to be chosen, warned of and skipped', async () => {
    const trial = await desk.check(await desk.upload(await ledger()))
    expect(trial).toMatchObject({
      state: jobState.done,
      counts: { created: 1, updated: 0, skipped: 1, failed: 2 },
      layout: {
        sheets: ['说明', '车辆台账'],
        sheet: 1,
        heading: 3,
        missing: [],
        lacking: [{ key: 'commercialEndOn', rows: 3, text: '3 辆车没有商业险到期日，到期前不会提醒', perhaps: [] }],
        columns: [
          { title: '序号', example: '1', key: null },
          { title: '号牌号码', key: 'plate' },
          { title: '品牌型号', key: 'model' },
          { title: '车架号（VIN）', key: 'vin' },
          { title: '网点', key: 'store' },
          { title: '里程（万公里）', key: 'odometerKm' },
          { title: '交强险到期日', key: 'insuranceEndOn' },
          { title: '年审到期', key: 'inspectionEndOn' },
          { title: '车主手机', example: '139', key: null },
        ],
        names: [
          { field: 'model', name: '朗逸', rows: 2, id: null, near: w.models.lavida },
          { field: 'store', name: '虹桥店', rows: 2, id: null, near: w.stores.hongqiao },
        ],
      },
      warnings: [{ row: 7, column: '车架号', value: 'LSVNV0000A0000003' }],
    })
    // What two rows name alike is put right once.
    expect(trial.issues.map(({ row, column, reason }) => [row, column, reason.endsWith('（共2行）')])).toEqual([
      [4, '车型', true],
      [4, '门店', true],
    ])
  })

  it('is taken with what was chosen for it, which the next one knows by itself', async () => {
    const file = await desk.upload(await ledger())
    const names = [
      { field: 'model' as const, name: '朗逸', id: w.models.lavida },
      { field: 'store' as const, name: '虹桥店', id: w.stores.hongqiao },
    ]
    const trial = await desk.check(file, { names, columns: [{ column: 8, key: 'remark' }] })
    expect(trial).toMatchObject({ counts: { created: 3, skipped: 1, failed: 0 } })
    expect(trial.warnings.map(({ row, column, reason }) => [row, column, reason.slice(0, 3)])).toEqual([
      [5, '交强险到期', '已过期'],
      [7, '车架号', '第9位'],
    ])
    // A trial that nobody confirmed is no choice.
    const again = await desk.check(await desk.upload(await ledger()))
    expect(again.counts).toMatchObject({ created: 1, failed: 2 })

    const done = await desk.confirm(trial.jobId, 'allOrNothing')
    expect(done).toMatchObject({ state: jobState.done, counts: { created: 3, skipped: 1 } })
    expect(await desk.vehicles()).toMatchObject([
      {
        plate: '沪B10001',
        vin: frameNumber(1),
        odometerKm: 35_000,
        homeStoreId: w.stores.hongqiao,
        insuranceExpireOn: '2027-05-01',
        inspectionExpireOn: '2027-11-30',
        remark: '139',
      },
      { plate: '沪B10002', odometerKm: 8000, insuranceExpireOn: '2026-05-01' },
      { plate: '沪B10003', odometerKm: 10_000, homeStoreId: w.stores.pudong },
    ])
    const words = (await desk.download(done.resultUrl)).map((cells) => cells.at(-1))
    expect(words.slice(2)).toEqual([
      '结果',
      '新建成功',
      '新建成功；注意「交强险到期」已过期',
      '',
      '新建成功；注意「车架号」第9位校验码不符，请核对行驶证（进口车可忽略）',
      '跳过：合计行',
    ])
    const next = await desk.check(await desk.upload(await ledger()))
    expect(next).toMatchObject({ counts: { created: 0, skipped: 4, failed: 0 } })
    expect(next.layout?.columns.at(-1)).toMatchObject({ title: '车主手机', key: 'remark' })
  })

  it('that lacks a column says which, and takes it from where it is told', async () => {
    const bytes = Buffer.from(['车牌,大架,车型', `沪B10001,${frameNumber(1)},大众朗逸`].join('\n'))
    const file = await desk.upload(bytes, '车辆.csv')
    const trial = await desk.check(file)
    expect(trial).toMatchObject({
      state: jobState.done,
      message: '没有找到「车架号」列',
      counts: null,
      layout: { missing: ['vin'] },
    })
    expect(await desk.confirm(trial.jobId)).toMatchObject({
      state: jobState.failed,
      message: '表格无法识别：没有找到「车架号」列',
    })
    // No column names the store, of which there are several.
    const told = await desk.check(file, { columns: [{ column: 1, key: 'vin' }] })
    expect(told).toMatchObject({
      counts: { failed: 1 },
      issues: [{ row: 2, column: '门店', reason: '请填写门店' }],
      layout: { names: [{ field: 'store', name: '', rows: 1, id: null }] },
    })
    const names = [{ field: 'store' as const, name: '', id: w.stores.pudong }]
    expect(await desk.check(file, { columns: [{ column: 1, key: 'vin' }], names })).toMatchObject({
      counts: { created: 1 },
    })
  })

  it("takes no model or store of another merchant's for a name", async () => {
    const other = await makeWorld(t, { cars: 1 })
    const mediaId = await desk.upload(await ledger())
    const names = [{ field: 'model' as const, name: '朗逸', id: other.models.lavida }]
    const answer = await t.send(contract.inventory.importCheck, { mediaId, names }, desk.fleet)
    expect(answer).toMatchObject({ success: false, errorCode: -4 })
  })
})
