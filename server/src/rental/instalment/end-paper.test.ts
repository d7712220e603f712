import { contract } from '@cheyi/contract/index'
import { agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { afterEach, describe, expect, it } from 'vitest'
import { codeTo } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack } from '../../testing/world/handover.ts'
import { driveLong, longMerchant, passMonths, payInstalment } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/*
 * The paper of an agreed end of L1 (six months from 2027-01-31 at 420000 a month): it waits from the agreement on, says what that
 * was, is signed as others are, and is void when the end is taken back.
 */

const { agreement, instalment } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const hand = [...Array.from({ length: 36 }, (_, n) => 100 + n * 7), -1, 260, 80, 200, 300, 80, 216, 340, 90, 233]

longMerchant({ settings: { freeKmPerDay: 0 } })
afterEach(() => booksAgree(t))

async function agree(orderId: string, endOn: string, merchantCause = false) {
  const asked = { orderId, endOn, merchantCause }
  const preview = await t.call(instalment.terminatePreview, asked, owner())
  await t.call(instalment.terminate, { ...asked, reason: '客户换车', expectAmount: preview.owed }, owner())
  return preview
}
const terminated = async (orderId: string) => (await t.call(instalment.list, { orderId }, owner())).terminated
const withdraw = (orderId: string) => t.call(instalment.withdrawEnd, { orderId, reason: '客户继续租用' }, owner())
const papers = async (orderId: string) =>
  (await t.call(agreement.status, { orderId }, owner())).filter(({ type }) => type === agreementType.end)
const make = (agreementId: string, more: { photoIds?: string[] } = {}) =>
  t.call(agreement.generateEnd, { agreementId, ...more }, owner())
async function linkTo(agreementId: string): Promise<string> {
  const { path } = await t.call(agreement.signLink, { agreementId, way: 3 }, owner())
  return new URL(path, 'http://x').searchParams.get('t')!
}
const read = async (agreementId: string) =>
  (await t.call(agreement.signPage, { t: await linkTo(agreementId) }, {})).paper

/** Out, with its third row late and half of its term gone. */
async function inApril(): Promise<string> {
  const orderId = await driveLong(t, w)
  await passMonths(t, w, orderId, '2027-03-31', [2])
  t.clock.set(at('2027-04-10T12:00'))
  return orderId
}

describe('the paper of an agreed end', () => {
  it('waits from then on, says both ends and what it comes to, and is signed by a code of the renter', async () => {
    const orderId = await inApril()
    const preview = await agree(orderId, '2027-04-15')
    expect(preview).toMatchObject({ used: 1_050_000, penalty: 420_000, lateFees: 2_520, owed: 632_520 })
    const { agreementId, status } = (await terminated(orderId))!.paper!
    expect(status).toBe(agreementStatus.none)
    expect(await papers(orderId)).toMatchObject([{ agreementId, status: agreementStatus.none, pdfUrl: null }])

    expect(await make(agreementId)).toMatchObject({ agreementId, status: agreementStatus.waiting })
    const paper = await read(agreementId)
    expect(paper).toMatchObject({ title: '提前终止协议', inspected: false })
    const section = paper.sections.find(({ title }) => title === '提前终止')!
    expect(Object.fromEntries(section.rows.map(({ label, text }) => [label, text]))).toMatchObject({
      原约定还车时间: '2027-07-31 10:00',
      变更后还车时间: '2027-04-15 10:00',
      原因: '客户换车',
      责任方: '承租方',
    })
    expect(paper.fees).toEqual([
      {
        title: '结算',
        rows: [
          { name: '已用租金及服务', formula: '2027-01-31 至 2027-04-14', amount: 1_050_000 },
          { name: '提前退租违约金', formula: '以剩余租期的租金为限，最高1个月租金', amount: 420_000 },
          { name: '逾期违约金', formula: '未付分期至退租日', amount: 2_520 },
          { name: '减：已付款项', formula: '签订时已付，已扣除其他未付费用', amount: -840_000 },
        ],
        total: 632_520,
      },
    ])
    const text = paper.clauses.map((one) => one.text).join('\n')
    expect(text).toContain('由2027-07-31 10:00变更为2027-04-15 10:00')
    expect(text).toContain('承租方在还车时付清6,325.20元')

    const token = await linkTo(agreementId)
    await t.call(agreement.signCode, { t: token }, {})
    const smsCode = await codeTo(t, '18621070937')
    await t.call(agreement.sign, { t: token, smsCode, agree: true, hand }, {})
    expect((await terminated(orderId))!.paper).toMatchObject({ agreementId, status: agreementStatus.signed })
    expect(await t.send(agreement.generateEnd, { agreementId }, owner())).toMatchObject({ errorCode: 5403 })

    // It was signed for what the return asks for.
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-15T10:00') })
    expect(settlement.balance).toBe(632_520)
  })

  it('says what goes back, and that the merchant asks no penalty for a cause of its own', async () => {
    const orderId = await driveLong(t, w)
    await passMonths(t, w, orderId, '2027-03-31', [2, 3])
    t.clock.set(at('2027-04-10T12:00'))
    const { owed } = await agree(orderId, '2027-04-15', true)
    expect(owed).toBe(-210_000)
    const { agreementId } = (await terminated(orderId))!.paper!
    await make(agreementId)
    const { fees, clauses } = await read(agreementId)
    expect(fees[0]).toMatchObject({ total: -210_000 })
    expect(fees[0]!.rows[1]).toEqual({ name: '提前退租违约金', formula: '因出租方原因，免收', amount: 0 })
    expect(clauses[1]!.text).toContain('出租方在还车结算后退还承租方2,100.00元')
    expect(clauses[0]!.text).toContain('责任方：出租方')
  })

  it('tells what is paid meanwhile by another paper of the same agreement, which stays as it was agreed', async () => {
    const orderId = await inApril()
    await agree(orderId, '2027-04-15')
    const { agreementId } = (await terminated(orderId))!.paper!
    await make(agreementId)
    await payInstalment(t, w, orderId, 3)
    const again = await make(agreementId)
    expect((await read(again.agreementId)).fees[0]).toMatchObject({ total: 632_520 })
    expect((await papers(orderId)).map(({ status }) => status)).toEqual([agreementStatus.waiting, agreementStatus.void])
  })

  it('is void with its end, made or signed by hand, and the next end has its own', async () => {
    const orderId = await inApril()
    await agree(orderId, '2027-04-15')
    await withdraw(orderId)
    expect((await papers(orderId)).map(({ status }) => status)).toEqual([agreementStatus.void])
    await agree(orderId, '2027-04-20')
    const { agreementId } = (await terminated(orderId))!.paper!
    const photoIds = await uploadPhotos(t, 'agreement', 1, w.tokens.owner)
    expect(await make(agreementId, { photoIds })).toMatchObject({ status: agreementStatus.paper })
    await withdraw(orderId)
    expect((await papers(orderId)).map(({ status }) => status)).toEqual([agreementStatus.void, agreementStatus.void])
    expect(await terminated(orderId)).toBeNull()
    expect(await t.send(agreement.generateEnd, { agreementId }, owner())).toMatchObject({ errorCode: -4 })
  })

  it('is of no other kind, and ends agreed before there were any have none', async () => {
    const orderId = await inApril()
    await agree(orderId, '2027-04-15')
    const { agreementId } = (await terminated(orderId))!.paper!
    for (const call of [agreement.generateSwap, agreement.generateRenewal])
      expect(await t.send(call, { agreementId }, owner())).toMatchObject({ errorCode: -4 })
    await t.root.query('delete from agreement where id = $1', [agreementId])
    expect((await terminated(orderId))!.paper).toBeNull()
    await withdraw(orderId)
    expect(await terminated(orderId)).toBeNull()
  })
})
