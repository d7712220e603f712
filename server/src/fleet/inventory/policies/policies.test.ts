import { contract } from '@cheyi/contract/index'
import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { documentKind, insuranceKind } from '@cheyi/domain/fleet/inventory/codes'
import { policyHeading } from '@cheyi/domain/fleet/inventory/policies/columns'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { describe, expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { gbk } from '../../../testing/hostile/odd-tables.ts'
import { tableDesk } from '../../../testing/world/imports.ts'
import { clerk, fleet, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

// Tables are read in a process of their own.
vi.setConfig({ testTimeout: 60_000 })

ownMerchant({ cars: 2 })
const { policyCheck, policyConfirm, policyTemplate, detail, saveDocument } = contract.inventory

const deskOf = (token: string) => tableDesk(t, { check: policyCheck, confirm: policyConfirm, token })
const csv = (rows: readonly (readonly string[])[], heading: readonly string[] = policyHeading) =>
  [heading, ...rows].map((cells) => cells.join(',')).join('\r\n')
const car = (index = 0) => w.vehicles.lavida[index]!
const row = (over: Partial<Record<(typeof policyHeading)[number], string>> = {}) => {
  const cells: Record<string, string> = {
    '车牌号*': car().plate,
    '险种*': '商业险',
    保险公司: '人保财险',
    保单号: 'PDAA1',
    '生效日期*': '2026-11-16',
    '到期日期*': '2029-11-15',
    保额: '200万',
    保费: '1096',
    ...over,
  }
  return policyHeading.map((title) => cells[title] ?? '')
}
const seen = (index = 0) => t.call(detail, { vehicleId: car(index).id }, fleet())
const policies = async (index = 0) =>
  (await seen(index)).documents.filter(({ kind, no }) => kind === documentKind.policy && no !== '')
const costs = async (index = 0) =>
  (
    await t.call(contract.cost.page, { vehicleId: car(index).id, to: '2030-01-01', kind: costKind.insurance }, fleet())
  ).list.map(({ source, from, to, fen }) => [source, from, to, fen])

describe('a table of policies', () => {
  it('is tried, every fault by its row, and then imported with its premiums, the expiry and nothing twice', async () => {
    const desk = deskOf(w.tokens.fleet)
    const inspection = { vehicleId: car(1).id, kind: documentKind.inspection, endOn: '2035-01-31' } as const
    await t.call(saveDocument, inspection, fleet())
    const table = gbk(
      csv([
        row(),
        row({ '车牌号*': car(1).plate, '险种*': '交强险', 保单号: 'PDZA1', '到期日期*': '2031-11-15' }),
        row({ '车牌号*': '沪Z99999', 保单号: 'PDAA2' }),
        row({ '险种*': '延保', 保单号: 'PDAA3' }),
        row(),
      ]),
    )
    const mediaId = await desk.upload(table, '保单.csv')
    const trial = await desk.check(mediaId)
    expect(trial.counts).toEqual({ created: 2, updated: 0, skipped: 1, failed: 2 })
    expect(trial.issues).toMatchObject([
      { row: 4, column: '车牌号', reason: '车牌不在车队中' },
      { row: 5, column: '险种', reason: expect.stringContaining('险种无法识别') },
    ])
    expect(await policies()).toEqual([])
    expect(await desk.confirm(trial.jobId, 'allOrNothing')).toMatchObject({
      state: jobState.failed,
      message: '有2行错误，未导入任何保单',
    })
    expect(await policies()).toEqual([])

    expect(await desk.confirm(trial.jobId)).toMatchObject({ counts: { created: 2, skipped: 1, failed: 2 } })
    expect(await policies()).toMatchObject([
      {
        insuranceKind: insuranceKind.commercial,
        insurer: '人保财险',
        no: 'PDAA1',
        startOn: '2026-11-16',
        endOn: '2029-11-15',
        amount: 109_600,
        sumInsured: 200_000_000,
      },
    ])
    expect((await seen()).expiry.commercial).toBe('2029-11-15')
    expect((await seen(1)).expiry.insurance).toBe('2031-11-15')
    // The stock may let the car out until the new day.
    const closed = await t.root.query('select from_at from occupancy where vehicle_id = $1 and kind = 6 and active', [
      car(1).id,
    ])
    expect(closed.rows).toEqual([{ fromAt: new Date('2031-11-16T00:00:00+08:00') }])
    expect(await costs()).toEqual([[costSource.policy, '2026-11-16', '2029-11-15', 109_600]])
    expect((await desk.check(mediaId)).counts).toMatchObject({ created: 0, skipped: 3 })
  })

  it('fills in the policy of which the list of vehicles said the last day, and counts its premium', async () => {
    const vehicleId = car().id
    const bare = { vehicleId, kind: documentKind.policy, insuranceKind: insuranceKind.commercial, endOn: '2029-11-15' }
    const { documentId } = await t.call(saveDocument, bare, fleet())
    const desk = deskOf(w.tokens.fleet)
    const trial = await desk.check(await desk.upload(Buffer.from(csv([row()])), '保单.csv'))
    expect(trial.counts).toMatchObject({ created: 0, updated: 1 })
    await desk.confirm(trial.jobId)
    expect(await policies()).toMatchObject([{ documentId, no: 'PDAA1', startOn: '2026-11-16', amount: 109_600 }])
    expect(await costs()).toHaveLength(1)
  })

  it('refuses a premium that was entered by hand, and counts one of a closed month from the first open day', async () => {
    const byHand = { vehicleId: car().id, kind: costKind.insurance, from: '2026-11-20', fen: 109_600 } as const
    await t.call(contract.cost.add, byHand, fleet())
    await t.root.query(`insert into closed_month (merchant_id, month, closed_by) values ($1, '2026-10-01', 0)`, [
      w.merchantId,
    ])
    const desk = deskOf(w.tokens.fleet)
    const second = row({ '车牌号*': car(1).plate, 保单号: 'PDAA2', '生效日期*': '2026-10-16' })
    const trial = await desk.check(await desk.upload(Buffer.from(csv([row(), second])), '保单.csv'))
    expect(trial.issues).toMatchObject([
      { row: 2, column: '保费', reason: expect.stringContaining('已在 2026-11-20 登记') },
    ])
    await desk.confirm(trial.jobId)
    expect(await costs(1)).toEqual([[costSource.policy, '2026-11-01', '2029-11-15', 109_600]])
  })

  it('by two people at once is imported once', async () => {
    const desks = [deskOf(w.tokens.fleet), deskOf(w.tokens.owner)]
    const table = Buffer.from(csv([0, 1].map((n) => row({ '车牌号*': car(n).plate, 保单号: `PDAA${n}` }))))
    const trials: { readonly jobId: string }[] = []
    for (const desk of desks) trials.push(await desk.check(await desk.upload(table, '保单.csv')))
    const jobs = await Promise.all(desks.map((desk, n) => desk.ask(trials[n]!.jobId)))
    await Promise.all([workOff(t.jobs, bulk), workOff(t.jobs, bulk)])
    const done = await Promise.all(desks.map((desk, n) => t.call(contract.job.detail, { jobId: jobs[n]! }, desk.by)))
    const sum = (key: 'created' | 'skipped' | 'failed') => done.reduce((all, { counts }) => all + counts![key], 0)
    expect([sum('created'), sum('skipped'), sum('failed')]).toEqual([2, 2, 0])
    for (const n of [0, 1]) {
      expect(await policies(n)).toHaveLength(1)
      expect(await costs(n)).toHaveLength(1)
    }
  })

  it('is refused beyond the limit of rows, without the right, and for cars of other stores', async () => {
    const desk = deskOf(w.tokens.fleet)
    const many = Array.from({ length: 5001 }, (_, n) => row({ 保单号: `P${n}` }))
    const tooLong = await desk.check(await desk.upload(Buffer.from(csv(many)), '保单.csv'))
    expect(tooLong).toMatchObject({ state: jobState.failed, message: expect.stringContaining('超过5000行') })
    expect(await t.send(policyTemplate, {}, clerk())).toMatchObject({ errorCode: -3 })
    await t.root.query('update vehicle set home_store_id = $2, current_store_id = $2 where id = $1', [
      car(1).id,
      w.stores.pudong,
    ])
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.hongqiao]],
    )
    const table = Buffer.from(csv([row(), row({ '车牌号*': car(1).plate, 保单号: 'PDAA2' })]))
    expect(await desk.check(await desk.upload(table, '保单.csv'))).toMatchObject({
      counts: { created: 1, failed: 1 },
      issues: [{ row: 3, reason: '车牌不在车队中' }],
    })
    const { jobId } = await t.call(policyTemplate, {}, fleet())
    const template = await desk.ended(jobId)
    expect(await desk.download(template.resultUrl)).toEqual([[...policyHeading]])
  })
})
