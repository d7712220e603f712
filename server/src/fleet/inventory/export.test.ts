import { contract } from '@cheyi/contract/index'
import { importColumns } from '@cheyi/domain/fleet/inventory/import/columns'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { csv, importer, vehicleRow } from '../../testing/world/imports.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'

const { exportFleet } = contract.inventory

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 1, poolSize: 8 })
let desk: ReturnType<typeof importer>

beforeEach(async () => {
  desk = importer(t, w)
})

describe('an export', () => {
  it('is a table that can be imported again, without a formula in it', async () => {
    await desk.importAll(
      csv([
        vehicleRow(1, { 备注: '=HYPERLINK("http://x")', 颜色: '+红' }),
        vehicleRow(2, { 备注: '-1' }),
        vehicleRow(3),
      ]),
    )
    // What the import guarded is text from now on.
    await t.root.query(
      `update vehicle set remark = ltrim(remark, ''''), colour = ltrim(colour, '''') where merchant_id = $1`,
      [w.merchantId],
    )
    const { jobId } = await t.call(exportFleet, { keyword: '沪B1' }, desk.fleet)
    const answer = await desk.ended(jobId)
    expect(answer).toMatchObject({ state: jobState.done, message: '共3辆', done: 3 })
    const [heading, ...rows] = await desk.download(answer.resultUrl)
    expect(heading).toEqual([...importColumns.map(({ title }) => title), '状态', '停放门店'])
    const cell = (n: number, title: string) => rows[n]![heading!.indexOf(title)]
    expect([cell(0, '备注'), cell(0, '颜色'), cell(1, '备注')]).toEqual([`=HYPERLINK("http://x")`, '+红', '-1'])
    expect([cell(0, '车牌号'), cell(0, '状态'), cell(0, '年检到期')]).toEqual(['沪B10001', '待上架', '2027-11-30'])
    // The file is kept for a day, a link to it lives for a quarter of an hour.
    const status = async (url: string | null) => (await t.app.inject({ url: url! })).statusCode
    expect(await status(answer.resultUrl)).toBe(200)
    t.clock.set(TEST_NOW + 23 * HOUR)
    expect(await status(answer.resultUrl)).toBe(403)
    expect(await status((await desk.ended(jobId)).resultUrl)).toBe(200)
    t.clock.set(TEST_NOW + 25 * HOUR)
    expect(await desk.ended(jobId)).toMatchObject({ resultUrl: null })
  })

  it('is the table of the list where its columns are chosen, in its order, as CSV too', async () => {
    await desk.importAll(
      csv([vehicleRow(1, { 里程: '5' }), vehicleRow(2, { 里程: '70000' }), vehicleRow(3, { 里程: '800' })]),
    )
    const { jobId } = await t.call(
      exportFleet,
      { keyword: '沪B1', sort: 'odometer', columns: ['odometer', 'plate', 'next'], format: 'csv' },
      desk.fleet,
    )
    const answer = await desk.ended(jobId)
    expect(answer.resultName).toMatch(/\.csv$/)
    const { body } = await t.app.inject({ url: answer.resultUrl! })
    expect(body.split('\r\n')).toEqual([
      '\uFEFF里程,车牌号,下一安排',
      '70000,沪B10002,',
      '800,沪B10003,',
      '5,沪B10001,',
      '',
    ])
  })

  it('is asked for five times an hour', async () => {
    for (let n = 0; n < 5; n++) await t.call(exportFleet, {}, desk.fleet)
    const answer = await t.send(exportFleet, {}, desk.fleet)
    expect(answer).toMatchObject({ errorCode: -7, httpStatus: 429 })
    t.clock.set(TEST_NOW + HOUR + 1)
    await t.call(exportFleet, {}, desk.fleet)
  })
})
