import { contract } from '@cheyi/contract/index'
import { agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { codeTo } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut } from '../../testing/world/handover.ts'
import { clerk, other, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant({ other: true })

/*
 * The paper of a renewal: it waits from the moment the renewal counts, says until when and for how much, and is signed as others are.
 */

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const hand = [...Array.from({ length: 36 }, (_, n) => 100 + n * 7), -1, 260, 80, 200, 300, 80, 216, 340, 90, 233]
let orderId: string

beforeEach(async () => {
  await world(2)
  orderId = (await handOut(t, w, { trip })).orderId
  t.clock.set(trip.pickupAt + HOUR)
})

async function renew(newReturnAt: number): Promise<string> {
  const { quoteId } = await t.call(contract.renewal.price, { orderId, newReturnAt }, owner())
  return (await t.call(contract.renewal.create, { orderId, quoteId }, owner())).renewalId
}
const papers = async () =>
  (await t.call(contract.agreement.status, { orderId }, clerk())).filter(({ type }) => type === agreementType.renewal)
const record = async () => t.call(contract.renewal.list, { orderId }, owner())
const make = (agreementId: string, more: { photoIds?: string[] } = {}) =>
  t.call(contract.agreement.generateRenewal, { agreementId, ...more }, owner())

describe('the paper of a renewal', () => {
  it('waits from then on, says the ends and the fees, and is signed by a code of the renter', async () => {
    expect(await papers()).toEqual([])
    const renewalId = await renew(at('11-27T10:00'))
    const [row] = await record()
    expect(row).toMatchObject({ renewalId, paper: { status: agreementStatus.none } })
    const { agreementId } = row!.paper!
    expect(await papers()).toMatchObject([{ agreementId, status: agreementStatus.none, pdfUrl: null }])
    expect(await make(agreementId)).toMatchObject({
      agreementId,
      status: agreementStatus.waiting,
      pdfUrl: null,
    })
    const { path } = await t.call(contract.agreement.signLink, { agreementId, way: 3 }, clerk())
    const token = new URL(path, 'http://x').searchParams.get('t')!
    const { paper } = await t.call(contract.agreement.signPage, { t: token }, {})
    const section = paper.sections.find(({ title }) => title === '续租')!
    expect(Object.fromEntries(section.rows.map(({ label, text }) => [label, text]))).toMatchObject({
      续租次数: '第1次',
      原约定还车时间: '2026-11-25 10:00',
      变更后还车时间: '2026-11-27 10:00',
    })
    expect(paper.title).toBe('续租补充协议')
    expect(paper.fees).toMatchObject([{ title: '续租费用', total: 48_000 }])
    expect(paper.clauses[0]!.text).toContain('由2026-11-25 10:00变更为2026-11-27 10:00')
    expect(paper.clauses[1]!.text).toContain('480.00元')

    await t.call(contract.agreement.signCode, { t: token }, {})
    const smsCode = await codeTo(t, '18621070937')
    await t.call(contract.agreement.sign, { t: token, smsCode, agree: true, hand }, {})
    expect((await record())[0]).toMatchObject({ paper: { status: agreementStatus.signed } })
    expect(await t.send(contract.agreement.generateRenewal, { agreementId }, clerk())).toMatchObject({
      errorCode: 5403,
    })
  })

  it('is of one renewal, one live paper each, and says its own end', async () => {
    await renew(at('11-26T10:00'))
    await renew(at('11-27T10:00'))
    const [second, first] = await record()
    await make(first!.paper!.agreementId)
    const { path } = await t.call(
      contract.agreement.signLink,
      { agreementId: first!.paper!.agreementId, way: 3 },
      clerk(),
    )
    const token = new URL(path, 'http://x').searchParams.get('t')!
    const { paper } = await t.call(contract.agreement.signPage, { t: token }, {})
    expect(paper.clauses[0]!.text).toContain('变更为2026-11-26 10:00')
    const photoIds = await uploadPhotos(t, 'agreement', 1, w.tokens.owner)
    await make(second!.paper!.agreementId, { photoIds })
    // Made anew, the one before it is void; the other renewal's is not touched.
    await make(first!.paper!.agreementId)
    expect((await papers()).map(({ status }) => status)).toEqual([
      agreementStatus.waiting,
      agreementStatus.paper,
      agreementStatus.void,
    ])
    expect((await record()).map((row) => row.paper?.status)).toEqual([agreementStatus.paper, agreementStatus.waiting])
  })

  it('is void with its renewal, whether it was made or signed', async () => {
    const unmade = await renew(at('11-26T10:00'))
    await t.call(contract.renewal.cancel, { renewalId: unmade, reason: '客户不续了' }, owner())
    expect((await record())[0]).toMatchObject({ paper: null })
    const renewalId = await renew(at('11-27T10:00'))
    const { agreementId } = (await record())[0]!.paper!
    await make(agreementId)
    await t.call(contract.renewal.cancel, { renewalId, reason: '客户不续了' }, owner())
    expect((await papers()).map(({ status }) => status)).toEqual([agreementStatus.void, agreementStatus.void])
    expect(await t.send(contract.agreement.generateRenewal, { agreementId }, owner())).toMatchObject({ errorCode: -4 })
  })

  it('is no other kind of paper, and nobody else’s', async () => {
    await renew(at('11-27T10:00'))
    const { agreementId } = (await record())[0]!.paper!
    const foreign = { token: other.tokens.owner }
    expect(await t.send(contract.agreement.generateRenewal, { agreementId }, foreign)).toMatchObject({ errorCode: -4 })
    expect(await t.send(contract.agreement.generateSwap, { agreementId }, owner())).toMatchObject({ errorCode: -4 })
    const pickup = (await t.call(contract.agreement.status, { orderId }, clerk())).find(
      ({ type }) => type === agreementType.pickup,
    )!
    expect(
      await t.send(contract.agreement.generateRenewal, { agreementId: pickup.agreementId }, owner()),
    ).toMatchObject({ errorCode: -4 })
  })
})
