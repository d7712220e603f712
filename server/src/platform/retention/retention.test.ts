import { contract } from '@cheyi/contract/index'
import { orderStatus, settleStatus } from '@cheyi/domain/booking/order/codes'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { type RetentionKind, retentions } from '@cheyi/domain/platform/retention/rules'
import { DAY } from '@cheyi/domain/time'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { renter } from '../../testing/world/handover.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'

const { driver } = contract

sharedMerchant()
beforeAll(async () => {})
beforeEach(() => t.clock.set(TEST_NOW))

const one = async (sql: string, id: string) => Object.values((await t.root.query(sql, [id])).rows[0] ?? {})[0]
const personOf = (column: string, id: string) => one(`select ${column} from person where id = $1`, id)
const orderOf = (column: string, id: string) => one(`select ${column} from "order" where id = $1`, id)
const alive = async (id: string) => (await one('select state from media where id = $1', id)) === 2

/** A rental that was over just now, and who rented. */
async function rental() {
  const [front] = await uploadPhotos(t, 'person', 1, w.tokens.owner)
  const personId = await renter(t, w, { imgFront: front!, consent: true })
  const orderId = await insertOrder(t, w, {
    status: orderStatus.returned,
    settleStatus: settleStatus.settled,
    renterId: personId,
    actualReturnAt: TEST_NOW,
    settledAt: TEST_NOW,
    returnAddress: '世纪大道1号',
    returnLng: 121.5,
    returnLat: 31.2,
  })
  return { personId, orderId, front: front! }
}

/** A file of an order, as if the record that names it had been made. */
async function fileOf(orderId: string, biz: 'pickup' | 'remark' | 'voucher' | 'agreement' | 'signature') {
  const [id] = await uploadPhotos(t, biz, 1, w.tokens.owner)
  await t.root.query('update media set order_id = $2, linked_at = $3 where id = $1', [id, orderId, new Date(TEST_NOW)])
  return id!
}

/** The nightly work at a moment. */
async function night(at: number) {
  t.clock.set(at)
  await runMerchants(t, 'retention')
}
const end = (kind: RetentionKind) => TEST_NOW + retentions[kind].kept

type Rental = Awaited<ReturnType<typeof rental>>

/** What each kind leaves behind, and how one sees that it is still there. */
const kinds: readonly (readonly [RetentionKind, (made: Rental) => Promise<() => Promise<boolean>>])[] = [
  [
    'coordinates',
    async ({ orderId }) =>
      async () =>
        (await orderOf('return_lng', orderId)) !== null,
  ],
  [
    'documents',
    async ({ personId, front }) =>
      async () =>
        (await personOf('img_front_id', personId)) === front && (await alive(front)),
  ],
  [
    'remarks',
    async ({ orderId }) =>
      (
        (file) => () =>
          alive(file)
      )(await fileOf(orderId, 'remark')),
  ],
  [
    'handovers',
    async ({ orderId }) =>
      (
        (file) => () =>
          alive(file)
      )(await fileOf(orderId, 'pickup')),
  ],
  [
    'person',
    async ({ personId }) =>
      async () =>
        (await personOf('name', personId)) === '周明轩' && (await personOf('identity_no_hash', personId)) !== null,
  ],
  [
    'contacts',
    async ({ orderId }) =>
      async () =>
        (await orderOf('contact_phone_enc', orderId)) !== null && (await orderOf('return_address', orderId)) !== '',
  ],
  [
    'papers',
    async ({ orderId }) =>
      (
        (file) => () =>
          alive(file)
      )(await fileOf(orderId, 'signature')),
  ],
  [
    'payers',
    async ({ orderId }) =>
      (
        (file) => () =>
          alive(file)
      )(await fileOf(orderId, 'voucher')),
  ],
]

describe.each(kinds)('%s', (kind, leave) => {
  it('stays to the end of its term and goes the night after', async () => {
    const made = await rental()
    const there = await leave(made)
    expect(await there()).toBe(true)
    await night(end(kind) - 1000)
    expect(await there()).toBe(true)
    await night(end(kind) + 1000)
    expect(await there()).toBe(false)
  })

  it('stays past it while its order is kept for a case, has a debt or a deposit', async () => {
    const [held, owing, deposit] = [await rental(), await rental(), await rental()]
    const there = [await leave(held), await leave(owing), await leave(deposit)]
    await t.call(driver.holdOrder, { orderId: held.orderId, on: true, reason: '交警调取' }, { token: w.tokens.owner })
    await t.root.query(`update "order" set owed_fen = 100 where id = $1`, [owing.orderId])
    await t.root.query(`update "order" set held_deposit_fen = 100 where id = $1`, [deposit.orderId])
    await night(end(kind) + DAY)
    for (const look of there) expect(await look()).toBe(true)
    const lift = { orderId: held.orderId, on: false, reason: '结案' }
    await t.call(driver.holdOrder, lift, { token: w.tokens.owner })
    await night(end(kind) + 2 * DAY)
    expect(await there[0]!()).toBe(false)
  })
})

it('the face goes a week after it was compared, or taken, whatever else is open', async () => {
  const [face] = await uploadPhotos(t, 'person', 1, w.tokens.owner)
  const personId = await renter(t, w, { facePhoto: face!, faceConsent: true })
  await insertOrder(t, w, { status: orderStatus.confirmed, renterId: personId })
  await night(end('face') - 1000)
  expect(await alive(face!)).toBe(true)
  await night(end('face') + 1000)
  expect(await alive(face!)).toBe(false)
  expect(await personOf('verify_status', personId)).toBe(1)
})

it('a paper loses its text, hand and signer after its term alone, and is told by its digests for good', async () => {
  const { orderId } = await rental()
  const id = '880011'
  await t.root.query(
    `insert into agreement (merchant_id, id, order_id, type, status, fields, content_sha256, pdf_sha256, verify_code, signer_phone_mask,
       signature_enc, created_at) values ($1, $2, $3, 1, 2, '{"sections": []}', '\\x01', '\\x02', 'code', '138****0001', '\\x03', $4)`,
    [w.merchantId, id, orderId, new Date(TEST_NOW)],
  )
  const columns = `jsonb_build_object('fields', fields, 'hand', signature_enc is not null, 'phone', signer_phone_mask,
    'digests', content_sha256 is not null and pdf_sha256 is not null)`
  const paper = () => one(`select ${columns} from agreement where id = $1`, id)
  const before = { fields: { sections: [] }, hand: true, phone: '138****0001', digests: true }
  await night(end('papers') - 1000)
  expect(await paper()).toEqual(before)
  await expect(t.root.query(`update agreement set fields = '{}' where id = $1`, [id])).rejects.toThrow('not changed')
  await night(end('papers') + 1000)
  expect(await paper()).toEqual({ fields: {}, hand: false, phone: '', digests: true })
  await expect(t.root.query(`update agreement set content_sha256 = '\\x09' where id = $1`, [id])).rejects.toThrow(
    'not changed',
  )
})

it('what was said to whom goes from messages, what providers wrote from their notices, names of who left from staff', async () => {
  await t.root.query(
    `insert into outbox (merchant_id, id, kind, dedupe, mobile_enc, mobile_mask, body, state, created_at)
     values ($1, 880021, 'x', 'x', '\\x01', '138****0001', '您的订单', 2, $2), ($1, 880022, 'x', 'y', '\\x01', '138****0002', '您的订单', 2, $3)`,
    [w.merchantId, new Date(TEST_NOW), new Date(TEST_NOW + DAY)],
  )
  await t.root.query(
    `update account set deleted_at = $2, job_no = 'A1' where merchant_id = $1 and name = '测试service'`,
    [w.merchantId, new Date(TEST_NOW)],
  )
  await night(end('texts') + 1000)
  const texts = await t.root.query(
    'select mobile_enc, mobile_mask, body from outbox where id in (880021, 880022) order by id',
  )
  expect(texts.rows[0]).toEqual({ mobileEnc: null, mobileMask: '', body: '' })
  expect(texts.rows[1]).toMatchObject({ mobileMask: '138****0002' })
  const staff = () =>
    t.root.query(`select name from account where merchant_id = $1 and deleted_at = $2`, [
      w.merchantId,
      new Date(TEST_NOW),
    ])
  expect((await staff()).rows).toEqual([{ name: '测试service' }])
  await night(end('staff') + 1000)
  expect((await staff()).rows).toEqual([{ name: '已注销用户' }])
})

it('is told in the merchant’s log, with what and how much', async () => {
  const { rows } = await t.root.query(
    `select distinct after ->> 'retention' as what from audit where merchant_id = $1 and action = 'retention.clear'`,
    [w.merchantId],
  )
  const told = rows.map(({ what }) => what)
  for (const kind of ['documents', 'person', 'face', 'papers', 'texts'] as const)
    expect(told).toContain(retentions[kind].what)
})

it('goes from a closed merchant like from any other, its staff’s names with the term that began at its closing', async () => {
  await t.root.query(
    `insert into outbox (merchant_id, id, kind, dedupe, mobile_enc, mobile_mask, body, state, created_at)
     values ($1, 880031, 'x', 'closed', '\\x01', '138****0003', '您的订单', 2, $2)`,
    [w.merchantId, new Date(TEST_NOW)],
  )
  const standing = (status: number) =>
    t.root.query('update merchant set status = $2, status_at = $3 where id = $1', [
      w.merchantId,
      status,
      new Date(TEST_NOW),
    ])
  const names = async () =>
    new Set(
      (await t.root.query('select name from account where merchant_id = $1', [w.merchantId])).rows.map(
        ({ name }) => name,
      ),
    )
  await standing(merchantStatus.closed)
  await night(end('texts') + 1000)
  expect((await t.root.query('select mobile_mask, body from outbox where id = 880031')).rows).toEqual([
    { mobileMask: '', body: '' },
  ])
  expect((await names()).size).toBeGreaterThan(1)
  await night(end('staff') + 1000)
  expect(await names()).toEqual(new Set(['已注销用户']))
  await standing(merchantStatus.normal)
})

it('sessions that ended go after their term, those that go on stay', async () => {
  await t.call(contract.session.logout, {}, { token: w.tokens.finance })
  const counts = async () =>
    (
      await t.root.query(
        `select count(*) filter (where revoked_at = $1)::int as ended, count(*) filter (where revoked_at is null)::int as open
           from login_session`,
        [new Date(TEST_NOW)],
      )
    ).rows[0]
  const before = await counts()
  expect(before).toMatchObject({ ended: 1 })
  const purge = (at: number) => t.root.query('select purge_sessions($1)', [new Date(at - retentions.sessions.kept)])
  await purge(end('sessions') - DAY)
  expect(await counts()).toEqual(before)
  await purge(end('sessions') + DAY)
  expect(await counts()).toEqual({ ...before, ended: 0 })
})
