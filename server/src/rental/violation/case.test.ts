import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { HOUR } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import type { PaperJob } from '../../kernel/ports.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut } from '../../testing/world/handover.ts'
import { clerk, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* The case of a violation as PDF. */

const { violation, job } = contract

// It is printed in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 2, poolSize: 8, other: true })

const OUT = at('11-20T10:00')

it('says who had the car by which contract, what was done, and the digests of what proves it', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: at('11-25T10:00') } })
  t.clock.set(OUT + 6 * HOUR)
  const order = await orderRow(orderId)
  const facts = { place: '延安高架', act: '违反禁令标志', points: 3, fine: 20_000 }
  const photoIds = await uploadPhotos(t, 'violation', 1, w.tokens.owner)
  const { id } = await t.call(violation.save, { orderId, occurAt: OUT + HOUR, ...facts, photoIds } as never, owner())
  await t.call(violation.notify, { violationId: id, version: 1 }, owner())
  const printed: PaperJob[] = []
  const { papers } = t.kernel.outside
  const print = papers.print.bind(papers)
  const spy = vi.spyOn(papers, 'print').mockImplementation((one, whose) => {
    printed.push(one)
    return print(one, whose)
  })
  const { jobId } = await t.call(violation.makeCase, { violationId: id }, owner())
  await workOff(t.jobs, bulk)
  spy.mockRestore()
  const done = await t.call(job.detail, { jobId }, owner())
  expect(done).toMatchObject({ state: jobState.done, resultName: expect.stringMatching(/^违章WZ.*\.pdf$/) })
  const { rawPayload } = await t.app.inject({ url: done.resultUrl! })
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')

  const [{ document }] = printed as [PaperJob]
  const said = Object.fromEntries(document.sections.flatMap(({ rows }) => rows.map(({ label, text }) => [label, text])))
  const kept = await t.root.query(`select encode(sha256, 'hex') as hex from media where id = $1`, [photoIds[0]])
  expect(said).toMatchObject({
    行为: '违反禁令标志',
    驾驶人: order.contactName,
    订单号: order.orderNo,
    用车时段: expect.stringContaining('在租'),
    '违章凭证 1': kept.rows[0].hex,
  })
  expect(said.租车合同).not.toBe('')
  expect(document.sections.at(-1)!.rows.map(({ text }) => text)).toEqual([
    expect.stringContaining('登记违章'),
    expect.stringContaining('通知客户'),
  ])
  expect(document.photos).toHaveLength(1)
})

it('is for who sees to violations, of their own merchant', async () => {
  const { violationId } = await t.call(
    violation.create,
    { plate: '沪B00001', occurAt: OUT - HOUR, place: '', act: '违反禁令标志', points: 0, fine: 0 },
    owner(),
  )
  expect(await t.send(violation.makeCase, { violationId }, clerk())).toMatchObject({ errorCode: -3 })
  expect(await t.send(violation.makeCase, { violationId }, { token: other.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
})
