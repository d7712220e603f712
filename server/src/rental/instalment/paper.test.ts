import { contract } from '@cheyi/contract/index'
import { agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { afterEach, describe, expect, it } from 'vitest'
import { booksAgree } from '../../testing/world/bookings.ts'
import { confirmed, payDeposits, renter, saveRecord, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { bookLong, longMerchant, payInstalment } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/*
 * The contract of a long rental takes the place of the pickup's: it prints the plan, the late fee and the penalty. L1 is six
 * months from 2027-01-31 at 420000.
 */

const { agreement, order, pickupReturn } = contract
const type = handoverType.pickup
const at = (text: string): number => Date.parse(`${text}:00+08:00`)

longMerchant()
afterEach(() => booksAgree(t))

/** L1 with everything but its paper. */
async function beforePaper(): Promise<{ readonly orderId: string; readonly recordId: string }> {
  const renterId = await renter(t, w)
  const { orderId } = await bookLong(t, w, { form: { renterId, vehicleId: w.vehicles.lavida[0]!.id } })
  await payInstalment(t, w, orderId, 1)
  await payDeposits(t, w, orderId)
  t.clock.set(at('2027-01-31T10:00'))
  const { record } = await saveRecord(t, w, orderId, type)
  return { orderId, recordId: record.recordId }
}

const papers = async (orderId: string) =>
  (await t.call(agreement.status, { orderId }, owner())).map(({ type: of, status }) => [of, status])
const gaps = async (orderId: string) =>
  (await t.call(pickupReturn.task, { orderId, type }, owner())).blocking.map(({ text }) => text)

/** What the customer reads behind the link of a paper. */
async function readPaper(agreementId: string) {
  const { path } = await t.call(agreement.signLink, { agreementId, way: 3 }, owner())
  const token = new URL(path, 'http://x').searchParams.get('t')!
  return (await t.call(agreement.signPage, { t: token }, {})).paper
}

describe('the contract of a long rental', () => {
  it('prints its plan, its late fee and its penalty, by the terms it was sold with', async () => {
    const { orderId, recordId } = await beforePaper()
    const settings = { instalmentGraceDays: 9, lateFeeBpPerDay: 99, terminatePenaltyMonths: 6 }
    await t.root.query('update merchant set settings = settings || $2 where id = $1', [w.merchantId, settings])
    const { agreementId } = await t.call(agreement.generatePickup, { orderId, recordId }, owner())
    expect(await papers(orderId)).toEqual([[agreementType.long, agreementStatus.waiting]])
    const paper = await readPaper(agreementId)
    expect(paper.title).toBe('机动车长期租赁合同')
    expect(paper.fees.map(({ title, rows, total }) => [title, rows.length, total])).toEqual([
      ['费用明细', 1, 2_520_000],
      ['分期计划', 6, 2_520_000],
    ])
    expect(paper.fees[1]!.rows[1]).toEqual({
      name: '第2期',
      formula: '2027-02-28 至 2027-03-30，应付日期 2027-02-28',
      amount: 420_000,
    })
    const said = Object.fromEntries(paper.sections.flatMap(({ rows }) => rows.map((row) => [row.label, row.text])))
    expect(said).toMatchObject({
      租期: '6个月',
      月租金: '¥4,200.00',
      付款方式: '按月付',
      逾期违约金: '应付日期后宽限3天，自宽限期满次日起每日按当期未付租金的0.05%计收，每期累计不超过当期应付金额的20%',
      提前退租: expect.stringContaining('最高1个月租金（¥4,200.00）'),
      超时: expect.stringContaining('首日为月租金的三十分之一（¥140.00）'),
    })
    const text = paper.clauses.map((one) => one.text).join('\n')
    expect(text).toContain('租期6个月，月租金4,200.00元，按月付')
    expect(text).toContain('宽限3天')
    expect(text).not.toContain('分钟起按小时')
  })

  it('is what the pickup asks for, signed on paper too, and void with a pickup that is undone', async () => {
    const { orderId, recordId } = await beforePaper()
    expect(await gaps(orderId)).toContain('合同未签署')
    await signPaper(t, w, orderId, type, recordId)
    expect(await papers(orderId)).toEqual([[agreementType.long, agreementStatus.paper]])
    expect(await gaps(orderId)).not.toContain('合同未签署')
    await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: 0 }))
    const { version } = await t.call(order.detail, { orderId }, owner())
    const undo = { orderId, action: 'undoPickup' as const, reason: '客户改约', version }
    await t.call(order.updateStatus, undo, owner())
    expect(await papers(orderId)).toEqual([[agreementType.long, agreementStatus.void]])
  })

  it('counts in the form that pickups had before it', async () => {
    const { orderId, recordId } = await beforePaper()
    await signPaper(t, w, orderId, type, recordId)
    await t.root.query('update agreement set type = $2 where order_id = $1', [orderId, agreementType.pickup])
    expect(await gaps(orderId)).not.toContain('合同未签署')
    expect(await t.send(agreement.generatePickup, { orderId, recordId }, owner())).toMatchObject({ errorCode: 5403 })
    await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: 0 }))
  })

  it('is void where its order is changed while nobody has signed it, and keeps the order once somebody has', async () => {
    const { orderId, recordId } = await beforePaper()
    await t.call(agreement.generatePickup, { orderId, recordId }, owner())
    const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida, pickupAt: at('2027-01-31T10:00') }
    const wish = { orderId, orderKind: 2 as const, ...place, termMonths: 12 }
    const { quoteId } = await t.call(contract.quote.quote, wish, owner())
    await t.call(order.updateStatus, { orderId, action: 'modify', quoteId }, owner())
    expect(await papers(orderId)).toEqual([[agreementType.long, agreementStatus.void]])
    const made = await t.call(agreement.generatePickup, { orderId, recordId }, owner())
    expect((await readPaper(made.agreementId)).fees[1]!.rows).toHaveLength(12)
    await signPaper(t, w, orderId, type, recordId)
    expect(await t.send(contract.quote.quote, { ...wish, termMonths: 6 }, owner())).toMatchObject({
      message: '参数错误：合同已签署，不能再改单，请取消后重新下单',
    })
  })
})
