import { contract } from '@cheyi/contract/index'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { repairPendingWork } from '../../platform/pending-work/actions.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { clerk, finance, manager, other, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import {
  agree,
  follow,
  linkOf,
  make,
  mobilesOfTests,
  newOwner,
  passOf,
  send,
  statementOf,
  which,
} from '../../testing/world/owners.ts'

/* What staff do about a statement that its owner objects to: it is pending work, and gets corrections. */

vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 1, other: true, now: at('11-03T09:00') })
mobilesOfTests()
afterEach(() => booksAgree(t))
const { owner, todo, profit } = contract
const s = ownerStatementState
const RENT = 300_000
const terms = { kind: 2, shareBp: 0, rent: RENT, costKinds: [] } as const

async function statement(): Promise<string> {
  const ownerId = await newOwner()
  await agree(ownerId, w.vehicles.lavida[0]!.id, terms)
  await follow()
  await make()
  return ownerId
}
async function object(ownerId: string, objection = '少算了一天租金') {
  const link = await linkOf(ownerId)
  const by = await passOf(link)
  const { statementId } = await statementOf(ownerId)
  await t.call(owner.answer, { t: link, statementId, objection }, by)
  return { link, by, statementId }
}
async function sign(ownerId: string) {
  const signedIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(owner.confirm, { ...which(await statementOf(ownerId)), signedIds }, finance())
}
const add = async (ownerId: string, words: string, fen: number) =>
  t.call(owner.correctionAdd, { ...which(await statementOf(ownerId)), words, fen }, finance())
const remove = async (ownerId: string, index: number) =>
  t.call(owner.correctionRemove, { ...which(await statementOf(ownerId)), index }, finance())

const pending = async (by = finance()) =>
  (await t.call(todo.counts, {}, by)).filter(({ code }) => code === 'ownerObjection' || code === 'ownerPay')
const counted = async () => Object.fromEntries((await pending()).map(({ code, count }) => [code, count]))

describe('pending work about a statement', () => {
  it('is an objection, for those who settle with owners, until it is sent again', async () => {
    const ownerId = await statement()
    await send(ownerId)
    expect(await counted()).toEqual({ ownerObjection: 0, ownerPay: 0 })
    await object(ownerId)
    expect(await pending()).toMatchObject([
      { code: 'ownerObjection', name: '车主异议', count: 1, onScreen: 1, link: `/owner/statement?state=${s.objected}` },
      { code: 'ownerPay', count: 0 },
    ])
    // Not for other rights, for accounts of some stores, or for other merchants.
    for (const by of [clerk(), manager()]) expect(await pending(by)).toEqual([])
    const sees = (scope: number) =>
      t.root.query(
        `update account set store_scope = $2, store_ids = $3 where merchant_id = $1 and name = '测试finance'`,
        [w.merchantId, scope, scope === 0 ? [] : [w.stores.hongqiao]],
      )
    await sees(1)
    expect(await counted()).toEqual({ ownerObjection: 0, ownerPay: 0 })
    await sees(0)
    expect(await counted()).toEqual({ ownerObjection: 1, ownerPay: 0 })
    expect((await pending({ token: other.tokens.owner })).map(({ count }) => count)).toEqual([0, 0])
    const storeId = w.stores.hongqiao
    expect(
      (await t.call(todo.counts, { storeId }, finance())).find(({ code }) => code === 'ownerObjection')?.count,
    ).toBe(0)

    await t.call(owner.withdraw, { ...which(await statementOf(ownerId)), reason: '核对' }, finance())
    expect(await counted()).toEqual({ ownerObjection: 0, ownerPay: 0 })
    await send(ownerId)
    await object(ownerId, '还是不对')
    expect(await counted()).toMatchObject({ ownerObjection: 1 })
  })

  it('is a confirmed one with its amount, until it is paid', async () => {
    const ownerId = await statement()
    await send(ownerId)
    await sign(ownerId)
    expect(await pending()).toMatchObject([{ count: 0 }, { code: 'ownerPay', count: 1, fen: RENT }])
    const repaired = await inContext(t, w, 'owner', (ctx) => ctx.elevated(() => repairPendingWork(ctx)))
    expect(repaired.value).toEqual([])
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
    const of = which(await statementOf(ownerId))
    await t.call(owner.pay, { ...of, payWay: payWay.bank, slipNo: 'SLIP1', voucherIds }, finance())
    expect(await counted()).toEqual({ ownerObjection: 0, ownerPay: 0 })
  })
})

describe('a correction', () => {
  const ledger = async () =>
    (
      await t.root.query(
        `select sum(e.credit_fen - e.debit_fen)::int as fen from ledger_entry e where e.merchant_id = $1 and e.account = $2`,
        [w.merchantId, account.ownerPayable],
      )
    ).rows[0].fen

  it('is in the sum, the page of the owner, the table and the ledger, and no cost of the car', async () => {
    const ownerId = await statement()
    await add(ownerId, '补上月少算租金', 7_000)
    await add(ownerId, '车主垫付洗车费', 3_000)
    await add(ownerId, '违章代缴', -20_000)
    await remove(ownerId, 1)
    const corrections = [
      { words: '补上月少算租金', fen: 7_000 },
      { words: '违章代缴', fen: -20_000 },
    ]
    const due = RENT - 13_000
    expect(await statementOf(ownerId)).toMatchObject({ owner: RENT, due, corrections })
    // It stays when the statement is reckoned again, with the month and by being sent.
    await make()
    expect(await statementOf(ownerId)).toMatchObject({ due, corrections })
    await send(ownerId)
    const link = await linkOf(ownerId)
    const { statements } = await t.call(owner.own, { t: link }, await passOf(link))
    expect(statements).toMatchObject([{ due, corrections }])

    const sent = which(await statementOf(ownerId))
    const refused = { errorCode: 8301 }
    expect(await t.send(owner.correctionAdd, { ...sent, words: '再补', fen: 1 }, finance())).toMatchObject(refused)
    expect(await t.send(owner.correctionRemove, { ...sent, index: 0 }, finance())).toMatchObject(refused)
    const behind = t.root.query(`update owner_statement set corrections = '[]', correction_fen = 0 where id = $1`, [
      sent.statementId,
    ])
    await expect(behind).rejects.toThrow('was sent')

    await sign(ownerId)
    expect(await ledger()).toBe(due)
    const november = { from: '2026-11-01', to: '2026-11-30', pageSize: 100 }
    const { list } = await t.call(profit.list, november, { token: w.tokens.owner })
    expect(list.find(({ vehicleId }) => vehicleId === w.vehicles.lavida[0]!.id)?.sums).toMatchObject({ owner: RENT })
    const file = async (jobId: string) => {
      await workOff(t.jobs, bulk)
      const job = await t.call(contract.job.detail, { jobId }, finance())
      expect(job).toMatchObject({ state: jobState.done })
      return (await t.app.inject({ url: job.resultUrl! })).rawPayload
    }
    const { jobId } = await t.call(owner.exportMonth, { month: '2026-11-01' }, finance())
    const [sheet] = await readTables(await file(jobId), '.xlsx', 1000)
    const lines = sheet!.rows.filter((cells) => cells[2] === '调整')
    expect(lines.map((cells) => [cells[5], cells[9]])).toEqual([
      ['补上月少算租金', '70'],
      ['违章代缴', '-200'],
    ])
    const paper = await t.call(owner.paper, { statementId: sent.statementId }, finance())
    expect((await file(paper.jobId)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('of a statement that the owner objects to makes it a draft again, and it is no longer pending', async () => {
    const ownerId = await statement()
    await send(ownerId)
    const { link, by } = await object(ownerId)
    expect(await add(ownerId, '补一天租金', 10_000)).toMatchObject({ state: s.draft })
    expect(await counted()).toMatchObject({ ownerObjection: 0 })
    expect((await t.call(owner.own, { t: link }, by)).statements).toEqual([])
    expect(await send(ownerId)).toMatchObject({ state: s.sent })
    expect(await statementOf(ownerId)).toMatchObject({ due: RENT + 10_000, objection: '' })
  })

  it('that the owner owes is carried to the next statement', async () => {
    const ownerId = await statement()
    await add(ownerId, '押金抵扣', -RENT - 5_000)
    await send(ownerId)
    await sign(ownerId)
    await follow(at('12-31T10:00') + 4 * 86_400_000)
    await make('2026-12-01')
    expect(await statementOf(ownerId, '2026-12-01')).toMatchObject({ carried: -5_000, due: RENT - 5_000 })
  })

  it('is refused without an amount or the right, with an old version, and beyond its number', async () => {
    const ownerId = await statement()
    const now = which(await statementOf(ownerId))
    const line = { words: '补款', fen: 100 }
    expect(await t.send(owner.correctionAdd, { ...now, ...line, fen: 0 }, finance())).toMatchObject({
      errorCode: -2,
      data: { field: 'fen' },
    })
    expect(await t.send(owner.correctionAdd, { ...now, ...line }, clerk())).toMatchObject({ errorCode: -3 })
    expect(await t.send(owner.correctionAdd, { ...now, ...line, version: now.version + 1 }, finance())).toMatchObject({
      errorCode: -5,
    })
    expect(await t.send(owner.correctionRemove, { ...now, index: 0 }, finance())).toMatchObject({ errorCode: -4 })
    for (let n = 0; n < 20; n++) await add(ownerId, line.words, line.fen)
    const full = which(await statementOf(ownerId))
    expect(await t.send(owner.correctionAdd, { ...full, ...line }, finance())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('最多20项'),
    })
  })
})
