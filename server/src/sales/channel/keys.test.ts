import { contract } from '@cheyi/contract/index'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, createUser } from '../../platform/merchant/provision.ts'
import { askOpen } from '../../testing/open-api.ts'
import { clerk, manager, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant({ other: true })

const { channel, approval } = contract
const terms = { source: 2 as const, name: '正式环境', scopes: ['catalog' as const, 'order' as const], ips: [] }
type Made = { keyId: string; appKey: string; secret: string | null }

/** Another with all the rights of an owner, who decides what the owner asks for. */
let partner: { token: string }
let serial = 0
beforeEach(async () => {
  const mobile = `137000001${String(++serial).padStart(2, '0')}`
  const { rows } = await t.root.query(`select role_ids from account where merchant_id = $1 and name = '测试owner'`, [
    w.merchantId,
  ])
  await createAccount(t.commands, w.merchantId, {
    userId: await createUser(t.commands, { mobile, password: 'Cheyi2026' }),
    mobile,
    parentId: null,
    name: '合伙人',
    roleIds: rows[0].roleIds,
    storeScope: 0,
    storeIds: [],
  })
  // Who came today is nobody's second person yet.
  await t.root.query(
    `update account set created_at = created_at - interval '2 days', confirmed_at = created_at - interval '2 days' where merchant_id = $1`,
    [w.merchantId],
  )
  partner = { token: await t.login(mobile) }
  await t.call(channel.action, { source: 2, action: 'apply', version: 1 }, owner())
})

/** Does what takes two: asked, agreed to by the other, done. */
async function byTwo(send: (headers: Record<string, string>) => ReturnType<typeof t.send>) {
  const asked = await send({})
  expect(asked).toMatchObject({ errorCode: 1036 })
  const { approvalId } = asked.data as { approvalId: string }
  await t.call(approval.decide, { id: approvalId, pass: true }, partner)
  return send({ 'x-approval-id': approvalId })
}
const create = (more: object = {}) =>
  byTwo((headers) => t.send(channel.keyCreate, { ...terms, ...more }, { ...owner(), headers }))
const list = async () => (await t.call(channel.keys, { source: 2 }, owner())).keys
const ping = async (by: Made) =>
  (await askOpen(t, { appKey: by.appKey, secret: by.secret! }, { url: '/open/v1/ping' })).errorCode

describe('a key', () => {
  it('is made by two, shown once, kept sealed, and opens the door', async () => {
    const made = (await create()).data as Made
    expect(made).toMatchObject({
      appKey: expect.stringMatching(/^[0-9a-z]{24}$/),
      secret: expect.stringMatching(/^cys_.{43}$/),
    })
    expect(await ping(made)).toBe(0)
    const { rows } = await t.root.query('select * from channel_key where id = $1', [made.keyId])
    expect(JSON.stringify(rows[0])).not.toContain(made.secret!.slice(4, 20))
    expect(await list()).toMatchObject([
      {
        keyId: made.keyId,
        secretTail: made.secret!.slice(-4),
        enabled: true,
        createdByName: '测试owner',
        oldUntil: null,
      },
    ])
    expect(JSON.stringify(await list())).not.toContain(made.secret)
    const { rows: logged } = await t.root.query(
      `select after from audit where merchant_id = $1 and action = 'channel.keyCreate' and after is not null`,
      [w.merchantId],
    )
    expect(logged).toEqual([
      { after: { name: '正式环境', openScopes: ['catalog', 'order'], openIps: [], enabled: true } },
    ])
  })

  it('of a repeated call is not told again', async () => {
    const key = 'make-a-key-once'
    const asked = await t.send(channel.keyCreate, terms, { ...owner(), key })
    const { approvalId } = asked.data as { approvalId: string }
    await t.call(approval.decide, { id: approvalId, pass: true }, partner)
    const by = { ...owner(), key, headers: { 'x-approval-id': approvalId } }
    const made = (await t.send(channel.keyCreate, terms, by)).data as Made
    const again = (await t.send(channel.keyCreate, terms, by)).data as Made
    expect(made.secret).not.toBeNull()
    expect(again).toEqual({ ...made, secret: null })
    expect(await list()).toHaveLength(1)
  })

  it('is replaced with both good for a week', async () => {
    const first = (await create()).data as Made
    const { version } = (await list())[0]!
    const rotated = await byTwo((headers) =>
      t.send(channel.keyRotate, { keyId: first.keyId, version }, { ...owner(), headers }),
    )
    const second = rotated.data as Made
    expect(second.appKey).toBe(first.appKey)
    expect([await ping(first), await ping(second)]).toEqual([0, 0])
    t.clock.advance(7 * DAY + MINUTE)
    expect([await ping(first), await ping(second)]).toEqual([9103, 0])
  })

  it('is narrowed, switched off and revoked for good by one person', async () => {
    const made = (await create()).data as Made
    const { keyId } = made
    const set = async (more: object) => {
      const { version, name, scopes, ips, enabled } = (await list())[0]!
      return t.send(channel.keySave, { keyId, version, name, scopes, ips, enabled, ...more }, owner())
    }
    expect(await set({ ips: ['203.0.113.1'] })).toMatchObject({ success: true })
    expect(await ping(made)).toBe(9105)
    expect(await set({ ips: ['somewhere'] })).toMatchObject({ errorCode: -2 })
    // From more addresses, or for more, is as much as another key.
    for (const more of [
      { ips: [] },
      { ips: ['203.0.113.1', '203.0.113.2'] },
      { scopes: ['catalog', 'order', 'price'] },
    ])
      expect(await set(more)).toMatchObject({ errorCode: 1036 })
    expect(await set({ enabled: false })).toMatchObject({ success: true })
    expect(await ping(made)).toBe(9101)
    expect(await set({ enabled: true, version: 1 })).toMatchObject({ errorCode: -5 })
    // To switch it on again is as much as another key.
    expect(await set({ enabled: true })).toMatchObject({ errorCode: 1036 })
    const { version, name, scopes } = (await list())[0]!
    const wider = await byTwo((headers) =>
      t.send(channel.keySave, { keyId, version, name, scopes, ips: [], enabled: true }, { ...owner(), headers }),
    )
    expect(wider).toMatchObject({ success: true })
    expect(await ping(made)).toBe(0)
    await t.call(channel.keyRevoke, { keyId }, owner())
    expect(await ping(made)).toBe(9101)
    expect(await set({ enabled: true })).toMatchObject({ errorCode: -4 })
    expect(await t.send(channel.keyRevoke, { keyId }, owner())).toMatchObject({ success: true })
  })

  it('is nobody else’s to make or see, and of a channel that is connected', async () => {
    const made = (await create()).data as Made
    for (const by of [manager(), clerk()]) {
      expect(await t.send(channel.keys, { source: 2 }, by)).toMatchObject({ errorCode: -3 })
      expect(await t.send(channel.keyRevoke, { keyId: made.keyId }, by)).toMatchObject({ errorCode: -3 })
    }
    const theirs = { token: other.tokens.owner }
    expect((await t.call(channel.keys, { source: 2 }, theirs)).keys).toEqual([])
    expect(await t.send(channel.keyRevoke, { keyId: made.keyId }, theirs)).toMatchObject({ errorCode: -4 })
    expect(await t.send(channel.keyCreate, { ...terms, source: 5 }, owner())).toMatchObject({ errorCode: -2 })
    expect(await t.send(channel.keyCreate, { ...terms, scopes: [] }, owner())).toMatchObject({ errorCode: -2 })
  })
})
