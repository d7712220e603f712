import { contract } from '@cheyi/contract/index'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { hashToken } from '../../../kernel/identity.ts'
import type { TestApp } from '../../app.ts'
import { photo, sendNoticePhoto } from '../../upload.ts'
import type { World } from '../world.ts'
import { passOfScene } from './links.ts'

interface Of {
  readonly orderId: string
  readonly plate: string
  readonly from: number
}

/**
 * Violations of an order that is out: with it, before it, one to correct, one that was none, and one for each thing that may be done
 * with one; pictures; and the filing of its contract.
 */
export async function makeViolations(
  t: TestApp,
  w: World,
  { orderId, plate, from }: Of,
  media: (biz: 'violation' | 'voucher') => Promise<string>,
): Promise<Record<string, string>> {
  const { violation } = contract
  const token = w.tokens.owner
  const facts = { place: '延安高架', act: '违反禁令标志', points: 3, fine: 20_000 }
  const create = async (occurAt: number) =>
    (await t.call(violation.create, { plate, occurAt, ...facts }, { token })).violationId
  let minutes = 0
  const save = async (points = 3) => {
    minutes += 10
    const occurAt = from + 2 * HOUR + minutes * MINUTE
    return (await t.call(violation.save, { orderId, occurAt, ...facts, points }, { token })).id
  }
  /** With the customer (version 2), with the merchant (2), settled at the office (3), and charged (4). */
  const told = async () => {
    const violationId = await save()
    await t.call(violation.notify, { violationId, version: 1 }, { token })
    return violationId
  }
  const taken = async () => {
    const violationId = await save(0)
    await t.call(violation.handle, { violationId, version: 1, action: 'agency', consent: 'phone' }, { token })
    return violationId
  }
  const settled = async () => {
    const violationId = await taken()
    const photoIds = [await media('violation')]
    await t.call(violation.handle, { violationId, version: 2, action: 'done', photoIds }, { token })
    return violationId
  }
  const charged = async () => {
    const violationId = await settled()
    await t.call(violation.deduct, { violationId, version: 3, lines: { fine: 0, agency: 5000, penalty: 0 } }, { token })
    return violationId
  }
  /** Its customer is at it, on a page of their own. */
  async function shown() {
    const violationId = await told()
    const { url } = await t.call(violation.link, { violationId, way: 2 }, { token })
    const phone = { link: new URL(url).searchParams.get('t')!, pass: passOfScene(w) }
    const { rows } = await t.root.query('select max(id) as id from link_token where ref_id = $1', [violationId])
    // To a phone of its own: other links of the scene have codes sent too.
    const vault = await t.kernel.vaults.merchant(w.merchantId)
    await t.root.query(
      `update link_token set expire_at = '2100-01-01', pass_hash = $2, pass_until = '2100-01-01', phone_enc = $3 where id = $1`,
      [rows[0].id, hashToken(phone.pass), vault.seal('link_token.phone', rows[0].id, '13800130002')],
    )
    const sent = async () => (await sendNoticePhoto(t, phone, await photo())).data as { mediaId: string }
    await sent()
    return { noticeLink: phone.link, noticeViolation: violationId, noticePhoto: (await sent()).mediaId }
  }
  const appealed = await save()
  await t.call(violation.appeal, { violationId: appealed, version: 1, reason: '车已归还' }, { token })
  const collected = await charged()
  await t.call(
    contract.payment.collect,
    { orderId, payKind: 7, refId: collected, amount: 5000, payWay: 3 },
    { token: w.tokens.clerk },
  )
  const { rows } = await t.root.query<{ id: string }>(
    `insert into lease_filing (merchant_id, assignment_id, order_id, vehicle_id, store_id, from_at, to_at, due_at)
     select a.merchant_id, 0, a.order_id, a.vehicle_id, o.store_id, a.from_at, o.return_at, a.from_at + interval '1 day'
       from vehicle_assignment a join "order" o on o.merchant_id = a.merchant_id and o.id = a.order_id
      where a.merchant_id = $1 and a.order_id = $2 returning id`,
    [w.merchantId, orderId],
  )
  return {
    lease: rows[0]!.id,
    ...(await shown()),
    violationPhoto: await media('violation'),
    violationPhoto2: await media('violation'),
    violationProof: await media('violation'),
    appealPhoto: await media('violation'),
    fineVoucher: await media('voucher'),
    fineRefundVoucher: await media('voucher'),
    'violation.open': await create(from + HOUR),
    'violation.unmatched': await create(from - 30 * MINUTE),
    'violation.toEdit': await save(),
    'violation.toVoid': await save(),
    'violation.toTell': await save(),
    'violation.told': await told(),
    'violation.toTake': await save(0),
    'violation.toPay': await taken(),
    'violation.toCharge': await settled(),
    'violation.toWaive': await charged(),
    'violation.toAppeal': await save(),
    'violation.appealed': appealed,
    'violation.collected': collected,
  }
}
