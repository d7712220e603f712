import { contract } from '@cheyi/contract/index'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { csv, importer, vehicleRow } from '../../testing/world/imports.ts'
import { car, fleet, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { arrange, booked, good, put } from '../../testing/world/own-fleet.ts'

ownMerchant()

const { batch, list } = contract.inventory

const ended = async (jobId: string) => {
  await workOff(t.jobs, bulk)
  return t.call(contract.job.detail, { jobId }, fleet())
}
const done = async (input: Parameters<typeof t.call<typeof batch>>[1]) =>
  ended((await t.call(batch, input, fleet())).jobId)
const ofLife = (wanted: 0 | 1) => t.call(list, { lifecycle: wanted }, fleet())

describe('the same for many vehicles', () => {
  it('takes all that a filter tells, not the page of it, and says why one could not', async () => {
    const waiting = 24
    for (let n = 0; n < waiting; n++)
      await put({ plate: `沪C${String(10_000 + n)}`, vin: `LSVAB0000000001${String(n).padStart(2, '0')}` })
    await put({ plate: '沪C99999', vin: 'LSVAB000000000999', insuranceEndOn: '2026-11-19' })
    const before = (await ofLife(lifecycle.inService)).total!
    const answer = await done({ filter: { lifecycle: lifecycle.waiting }, lifecycle: lifecycle.inService })
    expect(answer).toMatchObject({
      state: jobState.partly,
      counts: { updated: waiting, failed: 1 },
      issues: [{ column: null, value: '沪C·99999', reason: '交强险未完善或已过期，不能上架' }],
    })
    expect((await ofLife(lifecycle.inService)).total).toBe(before + waiting)
    expect((await ofLife(lifecycle.waiting)).total).toBe(1)
  })

  it('tells more than anybody reads on a screen in a table, each with its reason', async () => {
    const desk = importer(t, w)
    await desk.importAll(csv(Array.from({ length: 201 }, (_, n) => vehicleRow(n, { 交强险到期: '' }))))
    const answer = await done({ filter: { lifecycle: lifecycle.waiting }, lifecycle: lifecycle.inService })
    expect(answer).toMatchObject({ state: jobState.partly, counts: { updated: 0, failed: 201 } })
    expect(answer.issues).toHaveLength(200)
    const [heading, ...rows] = await desk.download(answer.resultUrl)
    expect(heading).toEqual(['车辆', '原因'])
    expect(rows).toHaveLength(201)
    expect(new Set(rows.map(([plate]) => plate)).size).toBe(201)
    expect(new Set(rows.map(([, reason]) => reason))).toEqual(new Set(['交强险未完善或已过期，不能上架']))
  })

  it('moves the home of those that are chosen; one that an order holds stays', async () => {
    const held = car(0).id
    await arrange(await booked(), held)
    const { vehicleId } = await put()
    const answer = await done({ vehicleIds: [held, vehicleId], homeStoreId: w.stores.pudong })
    expect(answer).toMatchObject({ state: jobState.partly, counts: { updated: 1, failed: 1 } })
    const { rows } = await t.root.query('select id, home_store_id from vehicle where id = any ($1)', [
      [held, vehicleId],
    ])
    expect(new Map(rows.map((row) => [row.id, row.homeStoreId]))).toEqual(
      new Map([
        [vehicleId, w.stores.pudong],
        [held, w.stores.hongqiao],
      ]),
    )
  })

  it('moves no car into a closed store, nor into a model that is off, also by its form', async () => {
    const { vehicleId, version } = await put()
    await t.root.query('update store set status = 2 where id = $1', [w.stores.pudong])
    expect(await done({ vehicleIds: [vehicleId], homeStoreId: w.stores.pudong })).toMatchObject({
      counts: { updated: 0, failed: 1 },
      issues: [{ reason: expect.stringContaining('已关闭') }],
    })
    const edit = (more: object) =>
      t.send(contract.inventory.save, good({ vehicleId, version, ...more }) as never, fleet())
    expect(await edit({ homeStoreId: w.stores.pudong })).toMatchObject({ data: { field: 'homeStoreId' } })
    await t.root.query('update vehicle set lifecycle = 1 where id = $1', [vehicleId])
    await t.root.query('update model set status = 0 where id = $1', [w.models.gl8])
    expect(await edit({ modelId: w.models.gl8 })).toMatchObject({ data: { field: 'modelId' } })
    expect(await edit({ colour: '白' })).toMatchObject({ success: true })
  })

  it('asks for vehicles and for one thing to do', async () => {
    const vehicleIds = [car(0).id]
    const refused = (input: object) => t.send(batch, input, fleet())
    expect(await refused({ vehicleIds })).toMatchObject({ errorCode: -2, data: { field: 'lifecycle' } })
    expect(await refused({ vehicleIds, lifecycle: 1, homeStoreId: w.stores.pudong })).toMatchObject({ errorCode: -2 })
    expect(await refused({ lifecycle: 1 })).toMatchObject({ errorCode: -2, message: '参数错误：请选择车辆' })
    expect(await refused({ filter: { keyword: '没有这样的车' }, lifecycle: 1 })).toMatchObject({ errorCode: -2 })
    expect(await refused({ vehicleIds: ['1'], lifecycle: 1 })).toMatchObject({ errorCode: -4 })
  })
})
