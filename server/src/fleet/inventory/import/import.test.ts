import { contract } from '@cheyi/contract/index'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { workOff } from '../../../platform/job/runner.ts'
import type { Run } from '../../../platform/job/work.ts'
import { BATCH_ROWS } from '../../../platform/table-import/actions.ts'
import { TEST_NOW } from '../../../testing/app.ts'
import { csv, frameNumber, importer, vehicleRow, vehicleRows, xlsx } from '../../../testing/world/imports.ts'
import { ownMerchant, t, w } from '../../../testing/world/merchant.ts'

const { list } = contract.inventory

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 1, poolSize: 8 })
let desk: ReturnType<typeof importer>

beforeEach(async () => {
  desk = importer(t, w)
})

describe('an import', () => {
  it('is tried first: every wrong cell by row and column, and nothing is written', async () => {
    const table = [
      vehicleRow(1),
      vehicleRow(2, { 车牌号: '沪B1', 里程: '很多' }),
      vehicleRow(3, { 车型: '没有的车' }),
      vehicleRow(1),
    ]
    const trial = await desk.check(await desk.upload(await xlsx(table)))
    expect(trial).toMatchObject({
      state: jobState.done,
      done: 4,
      total: 4,
      counts: { created: 1, updated: 0, skipped: 0, failed: 3 },
      issues: [
        { row: 3, column: '车牌号', value: '沪B1', reason: '车牌号格式不正确' },
        { row: 4, column: '车型', value: '没有的车', reason: '车型不存在，请选择对应的车型或先添加' },
        { row: 5, column: '车牌号', value: '沪B10001', reason: '与第2行重复' },
        { row: 5, column: '车架号', value: frameNumber(1), reason: '与第2行重复' },
      ],
    })
    expect(await desk.vehicles()).toEqual([])
    const file = await desk.download(trial.resultUrl)
    expect(file.map((cells) => cells.at(-1))).toEqual([
      '结果',
      '可新建',
      '失败：「车牌号」车牌号格式不正确',
      '失败：「车型」车型不存在，请选择对应的车型或先添加',
      '失败：「车牌号」与第2行重复；「车架号」与第2行重复',
    ])
    // All or nothing is nothing.
    expect(await desk.confirm(trial.jobId, 'allOrNothing')).toMatchObject({
      state: jobState.failed,
      message: '有3行错误，未导入任何车辆',
      counts: { created: 0, failed: 4 },
    })
    expect(await desk.vehicles()).toEqual([])
    // Only what is good: the rest stays out, and the file says which.
    const done = await desk.confirm(trial.jobId)
    expect(done).toMatchObject({ state: jobState.partly, counts: { created: 1, failed: 3 } })
    expect((await desk.download(done.resultUrl)).map((cells) => cells.at(-1)).slice(1, 3)).toEqual([
      '新建成功',
      '失败：「车牌号」车牌号格式不正确',
    ])
    expect(await desk.vehicles()).toEqual([
      {
        plate: '沪B10001',
        vin: frameNumber(1),
        odometerKm: 1,
        lifecycle: lifecycle.waiting,
        homeStoreId: w.stores.hongqiao,
        insuranceExpireOn: '2027-05-01',
        inspectionExpireOn: '2027-11-30',
        remark: '',
      },
    ])
  })

  it('makes cars that can be let out and booked', async () => {
    const notes = { 停放位置: 'B2-117', 取车说明: '钥匙在前台保险箱' }
    await desk.importAll(csv([vehicleRow(1, { 门店: '浦东机场店', ...notes })]))
    const { list: found } = await t.call(list, { keyword: 'B10001' }, desk.fleet)
    expect(found[0]).toMatchObject({
      group: 'off',
      parkingNote: 'B2-117',
      expiry: { insurance: '2027-05-01', inspection: '2027-11-30' },
    })
    const { vehicleId } = found[0]!
    expect(await t.call(contract.inventory.detail, { vehicleId }, desk.fleet)).toMatchObject({
      keyNote: '钥匙在前台保险箱',
    })
    await t.call(contract.inventory.setLifecycle, { vehicleId, lifecycle: 1 }, desk.fleet)
    const stay = { from: TEST_NOW + DAY, to: TEST_NOW + 3 * DAY }
    const [free] = await t.call(
      contract.stock.free,
      { storeId: w.stores.pudong, modelIds: [w.models.lavida], ...stay },
      { token: w.tokens.owner },
    )
    expect(free).toMatchObject({ free: 1, sellable: 1 })
    const { rows } = await t.root.query(`select from_at from occupancy where vehicle_id = $1 and kind = 6 and active`, [
      found[0]!.vehicleId,
    ])
    expect(rows).toEqual([{ fromAt: new Date('2027-05-02T00:00:00+08:00') }])
  })

  it('done again changes nothing, and overwrites only when it is told to', async () => {
    const table = csv([vehicleRow(1), vehicleRow(2)])
    await desk.importAll(table)
    expect(await desk.importAll(table)).toMatchObject({ state: jobState.done, counts: { created: 0, skipped: 2 } })
    const newer = csv([
      vehicleRow(1, { 里程: '500', 备注: '已保养', 交强险到期: '2028-05-01' }),
      vehicleRow(2, { 里程: '1' }),
      vehicleRow(3),
    ])
    const over = await desk.importAll(newer, { overwrite: true })
    expect(over).toMatchObject({ state: jobState.partly, counts: { created: 1, updated: 1, failed: 1 } })
    expect(
      (await desk.vehicles()).map((one) => [one.plate, one.odometerKm, one.remark, one.insuranceExpireOn]),
    ).toEqual([
      ['沪B10001', 500, '已保养', '2028-05-01'],
      ['沪B10002', 2, '', '2027-05-01'],
      ['沪B10003', 3, '', '2027-05-01'],
    ])
    // What is left empty stays.
    await desk.importAll(csv([vehicleRow(1, { 里程: '', 备注: '', 交强险到期: '', 年检到期: '' })]), {
      overwrite: true,
    })
    expect((await desk.vehicles())[0]).toMatchObject({
      odometerKm: 500,
      remark: '已保养',
      insuranceExpireOn: '2028-05-01',
    })
    const { rows } = await t.root.query(
      `select d.kind, count(*)::int as n from vehicle_document d join vehicle v on v.id = d.vehicle_id
        where v.merchant_id = $1 and v.plate = '沪B10001' and d.removed_at is null group by d.kind order by 1`,
      [w.merchantId],
    )
    expect(rows).toEqual([
      { kind: 3, n: 1 },
      { kind: 4, n: 1 },
    ])
  })

  it('takes tags and the colour of the plate, and leaves a colour that somebody chose', async () => {
    const of = async () => {
      const sql = `select plate, plate_color, tags from vehicle where merchant_id = $1 and plate like '沪B1000_' order by plate`
      return (await t.root.query(sql, [w.merchantId])).rows.map((one) => [one.plate, one.plateColor, one.tags])
    }
    await desk.importAll(csv([vehicleRow(1, { 车牌颜色: '黄牌', 标签: '网约、新车' }), vehicleRow(2)]))
    expect(await of()).toEqual([
      ['沪B10001', 2, ['网约', '新车']],
      ['沪B10002', 1, []],
    ])
    await desk.importAll(csv([vehicleRow(1, { 备注: '已保养' }), vehicleRow(2, { 标签: '展车' })]), { overwrite: true })
    expect(await of()).toEqual([
      ['沪B10001', 2, ['网约', '新车']],
      ['沪B10002', 1, ['展车']],
    ])
  })

  it('of a car in service tells the stock of its new dates', async () => {
    await desk.importAll(csv([vehicleRow(1)]))
    const { list: found } = await t.call(list, { keyword: 'B10001' }, desk.fleet)
    const { vehicleId } = found[0]!
    await t.call(contract.inventory.setLifecycle, { vehicleId, lifecycle: 1 }, desk.fleet)
    await desk.importAll(csv([vehicleRow(1, { 交强险到期: '2027-03-01', 车型: '别克GL8' })]), { overwrite: true })
    const closed = async () =>
      (await t.root.query('select from_at from occupancy where vehicle_id = $1 and kind = 6 and active', [vehicleId]))
        .rows
    expect(await closed()).toEqual([{ fromAt: new Date('2027-05-02T00:00:00+08:00') }])
    await desk.importAll(csv([vehicleRow(1, { 交强险到期: '2027-03-01' })]), { overwrite: true })
    expect(await closed()).toEqual([{ fromAt: new Date('2027-03-02T00:00:00+08:00') }])
  })

  it('writes nothing outside the stores of whoever imports, and touches no car there', async () => {
    await desk.importAll(csv([vehicleRow(1, { 门店: '浦东机场店' })]))
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.hongqiao]],
    )
    const answer = await desk.importAll(csv([vehicleRow(2, { 门店: '浦东机场店' }), vehicleRow(1), vehicleRow(3)]), {
      overwrite: true,
    })
    expect(answer).toMatchObject({ counts: { created: 1, updated: 0, failed: 2 } })
    expect(answer.issues.map(({ row: n, reason }) => [n, reason])).toEqual([
      [2, '门店不存在或不在您的数据范围内'],
      [3, '车辆属于其他门店，不在您的数据范围内'],
    ])
    expect((await desk.vehicles()).map((one) => [one.plate, one.homeStoreId])).toEqual([
      ['沪B10001', w.stores.pudong],
      ['沪B10003', w.stores.hongqiao],
    ])
  })

  it('twice at once makes each car once', async () => {
    const bytes = csv(vehicleRows(2 * BATCH_ROWS))
    const asked = [await desk.ask(await desk.tried(bytes)), await desk.ask(await desk.tried(bytes))]
    await Promise.all([workOff(t.jobs, bulk), workOff(t.jobs, bulk)])
    const answers = await Promise.all(asked.map((jobId) => t.call(contract.job.detail, { jobId }, desk.fleet)))
    const sum = (key: 'created' | 'skipped' | 'failed') => answers.reduce((all, { counts }) => all + counts![key], 0)
    expect([sum('created'), sum('skipped'), sum('failed')]).toEqual([2 * BATCH_ROWS, 2 * BATCH_ROWS, 0])
    expect(await desk.vehicles()).toHaveLength(2 * BATCH_ROWS)
  })

  it('cut short after it wrote tells the same when it goes on, and writes nothing twice', async () => {
    const jobId = await desk.ask(await desk.tried(csv([vehicleRow(1), vehicleRow(2)])))
    await workOff(t.jobs, dyingAfter(1, jobId))
    const answer = await desk.ended(jobId)
    expect(answer).toMatchObject({ state: jobState.done, counts: { created: 2, skipped: 0 } })
    expect((await desk.download(answer.resultUrl)).map((cells) => cells.at(-1))).toEqual([
      '结果',
      '新建成功',
      '新建成功',
    ])
    expect(await desk.vehicles()).toHaveLength(2)
  })

  it('killed in the middle goes on after the batches that are written, and imported again makes no doubles', async () => {
    const rows = vehicleRows(3 * BATCH_ROWS)
    // Told by the whole table, though its first stands two batches earlier.
    rows.push(vehicleRow(0))
    const bytes = csv(rows)
    const jobId = await desk.ask(await desk.tried(bytes))
    let left = 0
    await workOff(
      t.jobs,
      dyingAfter(2, jobId, async () => {
        left = (await desk.vehicles()).length
      }),
    )
    expect(left).toBe(2 * BATCH_ROWS)
    const answer = await desk.ended(jobId)
    expect(answer).toMatchObject({
      state: jobState.partly,
      counts: { created: 3 * BATCH_ROWS, skipped: 0, failed: 1 },
      issues: [
        { row: 3 * BATCH_ROWS + 2, column: '车牌号', reason: '与第2行重复' },
        { row: 3 * BATCH_ROWS + 2, column: '车架号', reason: '与第2行重复' },
      ],
    })
    const words = (await desk.download(answer.resultUrl)).map((cells) => cells.at(-1))
    expect(words.filter((one) => one === '新建成功')).toHaveLength(3 * BATCH_ROWS)
    expect(await desk.vehicles()).toHaveLength(3 * BATCH_ROWS)
    expect(await desk.importAll(bytes)).toMatchObject({ counts: { created: 0, skipped: 3 * BATCH_ROWS, failed: 1 } })
    expect(await desk.vehicles()).toHaveLength(3 * BATCH_ROWS)
  })

  it('of 5,000 rows is written in batches, each a transaction of its own, and tells how far it is after each', async () => {
    const trial = await desk.check(await desk.upload(await xlsx(vehicleRows(5000))))
    expect(trial.counts).toEqual({ created: 5000, updated: 0, skipped: 0, failed: 0 })
    const done = await desk.confirm(trial.jobId, 'allOrNothing')
    expect(done).toMatchObject({ state: jobState.done, counts: { created: 5000 } })
    const { rows } = await t.root.query(
      `select count(*)::int as n from vehicle where merchant_id = $1 and plate like '沪B%' group by xmin::text`,
      [w.merchantId],
    )
    expect(rows).toEqual(Array.from({ length: 5000 / BATCH_ROWS }, () => ({ n: BATCH_ROWS })))
    const { rows: told } = await t.root.query(
      `select (data->>'done')::int as done from event where type = 'job.changed' and ref = $1 order by id`,
      [done.jobId],
    )
    const steps = Array.from({ length: 5000 / BATCH_ROWS + 1 }, (_, n) => n * BATCH_ROWS)
    expect(told.map((one) => one.done)).toEqual([...steps, 5000])
  })

  it('only if every row is right looks at the whole table before it writes the first batch', async () => {
    const rows = [...vehicleRows(BATCH_ROWS), vehicleRow(BATCH_ROWS, { 车架号: 'x' })]
    const trial = await desk.tried(csv(rows))
    const answer = await desk.confirm(trial, 'allOrNothing')
    expect(answer).toMatchObject({
      state: jobState.failed,
      message: '有1行错误，未导入任何车辆',
      counts: { created: 0, updated: 0, skipped: 0, failed: BATCH_ROWS + 1 },
      issues: [{ row: BATCH_ROWS + 2, column: '车架号' }],
    })
    expect(await desk.vehicles()).toEqual([])
    const words = (await desk.download(answer.resultUrl)).map((cells) => cells.at(-1))
    expect([words[1], words.at(-1)]).toEqual(['可新建', '失败：「车架号」车架号应为17位，且不含I、O、Q'])
  })
})

/** The works of a process that is killed when an import has written so many batches, the first time it does. */
function dyingAfter(batches: number, jobId: string, then: () => Promise<void> = async () => {}): typeof bulk {
  let steps = 0
  return bulk.map((work) => ({
    ...work,
    perform: (run: Parameters<typeof work.perform>[0]) =>
      work.perform({
        ...(run as Run),
        async step(write) {
          const kept = await (run as Run).step(write)
          if (++steps !== batches) return kept
          await t.root.query(
            `update job set lease_until = now() - interval '1 second', runner = gen_random_uuid() where id = $1`,
            [jobId],
          )
          await then()
          throw new Error('killed')
        },
      } as typeof run),
  }))
}
