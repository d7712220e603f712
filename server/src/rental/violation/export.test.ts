import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { violationColumns } from '@cheyi/domain/rental/violation/columns'
import { HOUR } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { handOut } from '../../testing/world/handover.ts'
import { importer } from '../../testing/world/imports.ts'
import { fleet, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* The list of violations as a file. */

const { violation, job } = contract

// A table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 2, poolSize: 8, other: true })

const OUT = at('11-20T10:00')

it('is the table of the list, in its order, without a formula in it, names as its asker sees them', async () => {
  const { download } = importer(t, w)
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: at('11-25T10:00') } })
  t.clock.set(OUT + 6 * HOUR)
  const { plate, contactName } = await orderRow(orderId)
  const create = (number: string, occurAt: number, act: string) =>
    t.call(violation.create, { plate: number, occurAt, act, place: '', points: 3, fine: 20_050 }, owner())
  await create(plate, OUT + HOUR, '=HYPERLINK("http://x")')
  await create('沪B00001', OUT, '违反禁令标志')
  const made = async (who: { token: string }, more: object) => {
    const { jobId } = await t.call(violation.exportList, more, who)
    await workOff(t.jobs, bulk)
    return t.call(job.detail, { jobId }, who)
  }
  const all = await made(owner(), {})
  expect(all).toMatchObject({ state: jobState.done, message: '共2条' })
  const [heading, first, second] = await download(all.resultUrl)
  expect(heading).toEqual(Object.values(violationColumns))
  const cell = (row: readonly unknown[], title: string) => row[heading!.indexOf(title)]
  expect([cell(first!, '车牌号'), cell(first!, '行为'), cell(first!, '罚款'), cell(first!, '状态')]).toEqual([
    `${plate.slice(0, 2)}·${plate.slice(2)}`,
    `=HYPERLINK("http://x")`,
    '200.5',
    '待处理',
  ])
  expect(cell(second!, '状态')).toBe('待匹配')
  expect(cell(first!, '客户')).toBe(contactName)

  const some = await made(fleet(), { keyword: plate, columns: ['driver', 'no'], format: 'csv' })
  const { body } = await t.app.inject({ url: some.resultUrl! })
  const [titles, row, ...rest] = body.replace('\uFEFF', '').split('\r\n')
  expect(titles).toBe('客户,编号')
  expect(row).toMatch(new RegExp(`^${contactName.slice(0, 1)}\\*,`))
  expect(rest).toEqual([''])
  expect(await t.send(job.detail, { jobId: '1' }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  const foreign = { storeId: other.stores.hongqiao }
  expect(await t.send(violation.exportList, foreign, owner())).toMatchObject({ errorCode: -4 })
})
