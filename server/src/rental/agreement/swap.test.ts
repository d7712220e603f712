import { contract } from '@cheyi/contract/index'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { codeTo } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut, swapOf } from '../../testing/world/handover.ts'
import { car, clerk, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * The paper of a swap: it waits from the swap on, names both cars, and is signed as other papers are.
 */

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const hand = [...Array.from({ length: 36 }, (_, n) => 100 + n * 7), -1, 260, 80, 200, 300, 80, 216, 340, 90, 233]
let orderId: string

beforeEach(async () => {
  await world(3)
  orderId = (await handOut(t, w, { trip })).orderId
  t.clock.set(trip.pickupAt + HOUR)
})

const swap = async (vehicleId: string, km: { old: number; new: number }) =>
  t.call(contract.arrange.plan, { orderId, vehicleId, swap: await swapOf(t, w, km) }, owner())
const papers = async () =>
  (await t.call(contract.agreement.status, { orderId }, clerk())).filter(({ type }) => type === agreementType.swap)
const shown = async () =>
  (await t.call(contract.order.detail, { orderId }, owner())).agreements
    .filter(({ type }) => type === agreementType.swap)
    .map(({ status }) => status)

describe('the paper of a swap', () => {
  it('waits with the order from the swap on', async () => {
    expect(await papers()).toEqual([])
    await swap(car(1).id, { old: 10_050, new: 10_000 })
    expect(await shown()).toEqual([agreementStatus.none])
    expect(await papers()).toMatchObject([{ status: agreementStatus.none, pdfUrl: null, photos: [] }])
  })

  it('says what both cars showed, when and why, and is signed by a code of the renter', async () => {
    await swap(car(1).id, { old: 10_050, new: 10_000 })
    const { agreementId } = (await papers())[0]!
    const made = await t.call(contract.agreement.generateSwap, { agreementId }, clerk())
    expect(made).toMatchObject({ agreementId, status: agreementStatus.waiting, pdfUrl: null })
    const { path } = await t.call(contract.agreement.signLink, { agreementId, way: 3 }, clerk())
    const token = new URL(path, 'http://x').searchParams.get('t')!
    const { paper } = await t.call(contract.agreement.signPage, { t: token }, {})
    const section = (title: string) =>
      Object.fromEntries(
        paper.sections.find((one) => one.title === title)!.rows.map(({ label, text }) => [label, text]),
      )
    expect(paper.title).toBe('换车补充协议')
    expect(section('换车')).toMatchObject({ 换车时间: '2026-11-23 11:00', 换车原因: '发动机故障' })
    expect(section('换车').差价).toContain('¥0.00')
    expect(section('原车收回')).toMatchObject({ 车牌号: displayPlate(car(0).plate), 里程: '10050公里', 油量: '4/8' })
    expect(section('新车交付')).toMatchObject({ 车牌号: displayPlate(car(1).plate), 里程: '10000公里', 油量: '8/8' })
    expect(paper.fees).toEqual([])
    expect(paper.photos.map(({ caption }) => caption.split(' ')[0])).toEqual(
      ['新车', '原车'].flatMap((one) => ['车头', '车尾', '左侧', '右侧', '仪表盘'].map((place) => one + place)),
    )
    expect(paper.clauses[0]!.text).toContain(`（车牌号${displayPlate(car(0).plate)}）更换为`)

    await t.call(contract.agreement.signCode, { t: token }, {})
    const smsCode = await codeTo(t, '18621070937')
    await t.call(contract.agreement.sign, { t: token, smsCode, agree: true, hand }, {})
    expect(await shown()).toEqual([agreementStatus.signed])
    expect(await t.send(contract.agreement.generateSwap, { agreementId }, clerk())).toMatchObject({ errorCode: 5403 })
  })

  it('is taken on paper, and each swap has its own', async () => {
    await swap(car(1).id, { old: 10_050, new: 10_000 })
    t.clock.advance(HOUR)
    await swap(car(2).id, { old: 10_080, new: 10_000 })
    const [second, first] = await papers()
    const photoIds = await uploadPhotos(t, 'agreement', 1, w.tokens.owner)
    await t.call(contract.agreement.generateSwap, { agreementId: first!.agreementId, photoIds }, owner())
    expect(await shown()).toEqual([agreementStatus.none, agreementStatus.paper])
    await t.call(contract.agreement.generateSwap, { agreementId: second!.agreementId }, owner())
    // Made anew, the one before it is void; the other swap's is not touched.
    await t.call(contract.agreement.generateSwap, { agreementId: second!.agreementId }, owner())
    expect(await shown()).toEqual([agreementStatus.waiting, agreementStatus.void, agreementStatus.paper])
  })
})
