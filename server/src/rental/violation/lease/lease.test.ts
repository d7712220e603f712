import { contract } from '@cheyi/contract/index'
import { menuOf } from '@cheyi/domain/permission'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { handleWay, leaseChange, leaseFilingStatus, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { readTables } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { at } from '../../../testing/at.ts'
import { runMerchants } from '../../../testing/jobs.ts'
import { booksAgree } from '../../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../../testing/world/handover.ts'
import { clerk, manager, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

/* Contracts are filed with the traffic police, and a violation that its renter leaves is passed on to them. */

vi.setConfig({ testTimeout: 120_000 })
ownMerchant({ cars: 2 })
const { violation } = contract
const NOW = at('11-20T10:00')
const BACK = at('11-25T10:00')

beforeEach(async () => {
  await switchOn(true)
})
const switchOn = (leaseFiling: boolean) =>
  t.call(contract.merchant.saveSetting, { settings: { leaseFiling } } as never, owner())
async function go(time: number) {
  t.clock.set(time)
}
const out = async () => (await handOut(t, w, { trip: { pickupAt: NOW, returnAt: BACK } })).orderId
const list = async (group: 'open' | 'done' = 'open') => (await t.call(violation.leases, { group }, owner())).list
const set = (leaseId: string, version: number, status: 0 | 1 | 2, reason?: string) =>
  t.send(violation.setLease, { leaseId, version, status, reason }, owner())
async function filed(orderId: string) {
  const [lease] = (await list()).filter((one) => one.orderId === orderId)
  expect(await set(lease!.leaseId, lease!.version, leaseFilingStatus.filed)).toMatchObject({ success: true })
  return lease!.leaseId
}
const openCount = async () =>
  (await t.call(contract.todo.counts, {}, owner())).find(({ code }) => code === 'leaseFiling')?.count ?? 0

describe('a contract', () => {
  it('is to be filed within a day of its pickup, fails, and is filed', async () => {
    const orderId = await out()
    await go(NOW + HOUR)
    const [lease] = await list()
    expect(lease).toMatchObject({
      orderId,
      status: leaseFilingStatus.open,
      change: null,
      from: NOW,
      to: BACK,
      plate: w.vehicles.lavida[0]!.plate,
    })
    expect(lease!.dueAt).toBeLessThanOrEqual(NOW + DAY)
    expect(lease!.dueAt).toBeGreaterThan(NOW + DAY - 2 * HOUR)
    expect(await openCount()).toBe(1)
    expect(await set(lease!.leaseId, lease!.version, leaseFilingStatus.failed)).toMatchObject({ errorCode: -2 })
    await set(lease!.leaseId, lease!.version, leaseFilingStatus.failed, '证件信息不符')
    expect(await list()).toMatchObject([{ status: leaseFilingStatus.failed, reason: '证件信息不符' }])
    expect(await set(lease!.leaseId, lease!.version, leaseFilingStatus.filed)).toMatchObject({ errorCode: -5 })
    await set(lease!.leaseId, lease!.version + 1, leaseFilingStatus.filed)
    expect(await list()).toEqual([])
    expect(await list('done')).toMatchObject([{ status: leaseFilingStatus.filed, filedAt: NOW + HOUR }])
    expect(await openCount()).toBe(0)
  })

  it('is none while the merchant does not file', async () => {
    await switchOn(false)
    await out()
    expect(await list()).toEqual([])
  })

  it('is told of twenty hours after the pickup, once', async () => {
    await out()
    const told = async () =>
      (await t.root.query(`select count(*)::int as n from notification where ref like 'leaseFiling/%'`)).rows[0].n
    await runMerchants(t, 'leaseFilingDue')
    expect(await told()).toBe(0)
    await go(NOW + 20 * HOUR)
    await runMerchants(t, 'leaseFilingDue')
    const n = await told()
    expect(n).toBeGreaterThan(0)
    await go(NOW + 21 * HOUR)
    await runMerchants(t, 'leaseFilingDue')
    expect(await told()).toBe(n)
  })

  it('of one hour is one notice a store, which says how many and which cars', async () => {
    const trip = { pickupAt: NOW, returnAt: BACK }
    for (const { id } of w.vehicles.lavida) await handOut(t, w, { trip, form: { vehicleId: id } })
    await go(NOW + 20 * HOUR)
    await runMerchants(t, 'leaseFilingDue')
    const { rows } = await t.root.query(
      `select title, body, count(*)::int as n from notification where merchant_id = $1 and ref like 'leaseFiling/%' group by title, body`,
      [w.merchantId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].title).toBe('2 份合同待备案')
    expect(rows[0].body).toMatch(/^沪A·\w+、沪A·\w+，最早 .+ 到期$/)
  })

  it('that is filed is to be filed anew when its term moves, and taken back when its pickup is undone', async () => {
    const orderId = await out()
    await filed(orderId)
    await go(NOW + DAY)
    await t.root.query(`update "order" set return_at = $2 where id = $1`, [orderId, new Date(BACK + DAY)])
    expect(await list()).toMatchObject([
      { status: leaseFilingStatus.open, change: leaseChange.term, to: BACK + DAY, dueAt: expect.any(Number) },
    ])
    await filed(orderId)
    await t.root.query('update vehicle_assignment set void = true where order_id = $1', [orderId])
    expect(await list()).toMatchObject([{ status: leaseFilingStatus.open, change: leaseChange.undone }])
    await filed(orderId)
    expect(await list()).toEqual([])
    expect(await list('done')).toMatchObject([{ status: leaseFilingStatus.withdrawn }])
  })

  it('of a car that is swapped is two, of which the first has changed', async () => {
    const orderId = await out()
    await filed(orderId)
    await go(NOW + DAY)
    const [first, second] = w.vehicles.lavida
    await t.root.query('update vehicle_assignment set to_at = $2, end_odo = start_odo where order_id = $1', [
      orderId,
      new Date(NOW + DAY),
    ])
    await t.root.query(
      `insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, start_odo) values ($1, $2, $3, $4, 1)`,
      [w.merchantId, orderId, second!.id, new Date(NOW + DAY)],
    )
    const found = (await list()).toSorted((a, b) => a.from - b.from)
    expect(found).toMatchObject([
      { plate: first!.plate, change: leaseChange.swapped, to: NOW + DAY },
      { plate: second!.plate, change: null, from: NOW + DAY, to: BACK },
    ])
  })

  it('leaves as a table with the numbers of its renter, for who may see people’s files, and masked for others', async () => {
    await out()
    const table = async (by: { token: string }) => {
      const { jobId } = await t.call(violation.exportLeases, { group: 'open' }, by)
      await workOff(t.jobs, bulk)
      const job = await t.call(contract.job.detail, { jobId }, by)
      expect(job.state).toBe(jobState.done)
      const response = await t.app.inject({ url: job.resultUrl! })
      return (await readTables(response.rawPayload, '.xlsx', 100))[0]!.rows
    }
    const [heading, row] = await table(owner())
    expect(heading!.slice(0, 6)).toEqual(['车牌号', '合同号', '承租人', '证件号码', '驾驶证号', '手机'])
    expect(row![3]).toMatch(/^\d{17}[\dX]$/)
    expect(row![5]).toMatch(/^1\d{10}$/)
    await t.root.query(
      `update role set menu_ids = array_remove(menu_ids, $2) where merchant_id = $1 and id in (select unnest(role_ids) from account where name = '测试manager')`,
      [w.merchantId, menuOf('person.view').id],
    )
    const [, masked] = await table(manager())
    expect(masked!.slice(2, 6)).toEqual([expect.stringMatching(/^.\*+$/), '', '', ''])
    const { rows } = await t.root.query(`select count(*)::int as n from audit where action = 'violation.exportLeases'`)
    expect(rows[0].n).toBeGreaterThan(0)
  })
})

describe('a violation', () => {
  const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 3, fine: 20_000 }
  async function back() {
    const orderId = await out()
    await filed(orderId)
    await go(BACK)
    await bringBack(t, w, orderId, { at: BACK })
    const { plate } = w.vehicles.lavida[0]!
    const { violationId } = await t.call(violation.create, { plate, occurAt: NOW + HOUR, ...facts }, owner())
    return { orderId, violationId }
  }
  const shown = (violationId: string) => t.call(violation.detail, { violationId }, owner())
  const act = async (violationId: string, action: string, more: object = {}) =>
    t.send(violation.handle, { violationId, version: (await shown(violationId)).version, action, ...more }, owner())

  it('is passed on from the thirtieth day after the rental, and not on the twenty-ninth', async () => {
    const { violationId } = await back()
    expect(await shown(violationId)).toMatchObject({ transferBar: 'tooEarly' })
    await go(BACK + 29 * DAY)
    expect(await act(violationId, 'transfer')).toMatchObject({
      errorCode: -2,
      message: '参数错误：还车满30天后才能转移',
    })
    await go(BACK + 30 * DAY)
    expect(await shown(violationId)).toMatchObject({ transferBar: null })
    expect(await act(violationId, 'transfer')).toMatchObject({ success: true })
    const todo = async () => (await t.call(violation.page, { group: 'todo' }, owner())).list.length
    expect(await todo()).toBe(0)
    // The renter is to be told: it waits for staff from the twentieth hour on.
    await go(BACK + 30 * DAY + 20 * HOUR)
    expect(await todo()).toBe(1)
    expect(await act(violationId, 'transferDone')).toMatchObject({ errorCode: 8004 })
    // Saturday 26 December: Monday to Thursday, and Monday after the first of January.
    await go(BACK + 31 * DAY)
    expect(await act(violationId, 'transferTold')).toMatchObject({ success: true })
    expect(await act(violationId, 'transferTold')).toMatchObject({ errorCode: 8004 })
    const { transfer } = await shown(violationId)
    expect(transfer).toMatchObject({ toldAt: BACK + 31 * DAY })
    expect(transfer!.objectUntil).toBeGreaterThan(BACK + 36 * DAY)
    expect(await todo()).toBe(0)
    expect(await act(violationId, 'transferDone')).toMatchObject({ success: true })
    expect(await shown(violationId)).toMatchObject({ status: violationStatus.toClose, handleWay: handleWay.transfer })
    expect(await act(violationId, 'close')).toMatchObject({ success: true })
    await booksAgree(t)
  })

  it('comes back when the office refuses it, and says why', async () => {
    const { violationId } = await back()
    await go(BACK + 30 * DAY)
    await act(violationId, 'transfer')
    expect(await act(violationId, 'transferRefused')).toMatchObject({ errorCode: -2 })
    await act(violationId, 'transferRefused', { reason: '合同信息不符' })
    expect(await shown(violationId)).toMatchObject({ status: violationStatus.open, handleWay: null })
    expect((await shown(violationId)).log[0]).toMatchObject({ action: '转移被驳回', note: '合同信息不符' })
  })

  it('of a contract that nobody filed stays', async () => {
    await switchOn(false)
    const orderId = await out()
    await go(BACK)
    await bringBack(t, w, orderId, { at: BACK })
    const { plate } = w.vehicles.lavida[0]!
    const { violationId } = await t.call(violation.create, { plate, occurAt: NOW + HOUR, ...facts }, clerk())
    await go(BACK + 40 * DAY)
    expect(await act(violationId, 'transfer')).toMatchObject({
      errorCode: -2,
      message: '参数错误：该租赁合同未备案，不能转移',
    })
  })
})

describe('many contracts', () => {
  it('are filed at once; one that was filed meanwhile is left, with its plate and the reason', async () => {
    await out()
    await go(NOW + HOUR)
    const [lease] = await list()
    const leases = [{ leaseId: lease!.leaseId, version: lease!.version }]
    const { jobId } = await t.call(violation.fileLeases, { leases }, owner())
    const again = await t.call(violation.fileLeases, { leases }, owner())
    await workOff(t.jobs, bulk)
    expect(await t.call(contract.job.detail, { jobId }, owner())).toMatchObject({ counts: { updated: 1, failed: 0 } })
    expect(await list()).toEqual([])
    expect(await t.call(contract.job.detail, { jobId: again.jobId }, owner())).toMatchObject({
      counts: { failed: 1 },
      issues: [{ value: displayPlate(lease!.plate), reason: '数据已被他人修改，请刷新后重试' }],
    })
    expect(await t.send(violation.fileLeases, { leases: [...leases, ...leases] }, owner())).toMatchObject({
      errorCode: -2,
    })
  })
})
