import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, expect, it, vi } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { importer } from '../../testing/world/imports.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'

const { ticket } = contract

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 3, poolSize: 8 })
let desk: ReturnType<typeof importer>

beforeEach(async () => {
  desk = importer(t, w)
})

it('a list of tickets is a table as its reader sees it, with costs for who may see them', async () => {
  const owner = { token: w.tokens.owner }
  const [first, second] = w.vehicles.lavida
  const plan = { planStart: TEST_NOW + HOUR, planEnd: TEST_NOW + 5 * HOUR }
  const create = (vehicleId: string, more: object) =>
    t.call(ticket.maintenanceCreate, { vehicleId, type: 1, items: '更换机油', ...more } as never, owner)
  const made = await create(first!.id, { ...plan, remark: '=1+1' })
  await create(second!.id, { type: 2, items: '补漆' })
  const costs = [{ item: '机油', amount: 38_000, payer: 1 }]
  await t.call(ticket.maintenanceHandle, { ticketId: made.ticketId, version: 1, action: 'cost', costs } as never, owner)
  async function table(input: object, token: string) {
    const { jobId } = await t.call(ticket.exportAll, { kind: 2, ...input } as never, { token })
    const answer = await desk.ended(jobId)
    expect(answer).toMatchObject({ state: jobState.done })
    const [heading, ...rows] = await desk.download(answer.resultUrl)
    return rows.map((row) => Object.fromEntries(heading!.map((title, i) => [title, row[i]])))
  }
  const all = await table({}, w.tokens.fleet)
  expect(all.map((row) => row.内容)).toEqual(['补漆', '更换机油'])
  expect(all[1]).toMatchObject({ 单号: made.no, 状态: '待派单', 事项: '常规保养', 备注: '=1+1' })
  expect(Number(all[1]!.费用)).toBe(380)
  expect((await table({ type: 1 }, w.tokens.fleet)).map((row) => row.单号)).toEqual([made.no])
  expect(await table({ group: 'done' }, w.tokens.fleet)).toEqual([])
})

it('is refused without the key of its kind', async () => {
  const token = w.tokens.clerk
  expect(await t.send(ticket.exportAll, { kind: 3 } as never, { token })).toMatchObject({ errorCode: -3 })
})
