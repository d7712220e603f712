import { contract } from '@cheyi/contract/index'
import { auditResults } from '@cheyi/domain/platform/audit/words'
import { MINUTE } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { book } from '../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'

const { audit, order, role } = contract

sharedMerchant()
let owner: { token: string }
let roleId: string
beforeAll(async () => {
  owner = { token: w.tokens.owner }
  roleId = (await t.call(role.save, { name: '收车员', remark: '夜班' }, owner)).roleId
  t.clock.advance(10 * MINUTE)
  await t.call(role.auth, { roleId, menuIds: [101, 200] }, owner)
  await t.send(role.save, { name: '我不能' }, { token: w.tokens.clerk })
})

const log = async (ask: object = {}) => (await t.call(audit.page, ask, owner)).list

describe('the log', () => {
  it('tells who did what, when, and what was different, in words', async () => {
    const [refused, granted, made] = await log()
    expect(made).toMatchObject({
      name: '测试owner',
      actionName: '权限 · 新建或修改角色',
      targetName: '角色',
      targetId: roleId,
      result: auditResults.code.done,
      changes: [
        { label: '名称', before: null, after: '收车员' },
        { label: '备注', before: null, after: '夜班' },
      ],
    })
    expect(granted).toMatchObject({
      actionName: '权限 · 设置角色权限',
      changes: [{ label: '收车员', before: '—', after: '短租订单、价格' }],
    })
    expect(refused).toMatchObject({
      name: '测试clerk',
      result: auditResults.code.refused,
      resultName: '无操作权限',
      changes: [],
    })
  })

  it('names the columns of rows kept before as those of today', async () => {
    await t.root.query(
      `insert into audit (merchant_id, name, action, target_type, before, after)
       values ($1, '老员工', 'inventory.save', 'vehicle', '{"odometer_km": 1}', '{"odometer_km": 2}')`,
      [w.merchantId],
    )
    const [old] = await log({ action: 'inventory.save' })
    expect(old!.changes).toEqual([{ field: 'odometerKm', label: '里程', before: '1', after: '2' }])
    await t.root.query(`delete from audit where merchant_id = $1 and name = '老员工'`, [w.merchantId])
  })

  it('finds rows of a feature under the name it has today', async () => {
    await t.root.query(
      `insert into audit (merchant_id, name, action, target_type) values ($1, '老员工', 'vehicle.plan', 'order')`,
      [w.merchantId],
    )
    for (const action of ['arrange', 'arrange.plan'])
      expect(await log({ action })).toMatchObject([
        { action: 'vehicle.plan', actionName: '排车 · 排车、改派、撤排、换车' },
      ])
    await t.root.query(`delete from audit where merchant_id = $1 and name = '老员工'`, [w.merchantId])
  })

  it('is found by person, action, object and time', async () => {
    const clerk = (await t.root.query(`select id from account where name = '测试clerk'`)).rows[0].id
    expect((await log({ accountId: clerk })).map((row) => row.name)).toEqual(['测试clerk'])
    expect(await log({ action: 'role' })).toHaveLength(3)
    expect(await log({ action: 'role.auth' })).toHaveLength(1)
    expect(await log({ action: 'rol' })).toEqual([])
    expect(await log({ targetId: roleId })).toHaveLength(2)
    const now = t.clock.now()
    expect(await log({ period: [now - MINUTE, now] })).toHaveLength(2)
  })

  it('comes page by page', async () => {
    const first = await t.call(audit.page, { pageSize: 2 }, owner)
    expect(first.total).toBe(3)
    const second = await t.call(audit.page, { pageSize: 2, cursor: first.nextCursor! }, owner)
    expect(second).toMatchObject({ total: null, nextCursor: null })
    expect(second.list).toHaveLength(1)
  })

  it('is for who holds its key, and of one merchant', async () => {
    expect(await t.send(audit.page, {}, { token: w.tokens.manager })).toMatchObject({ errorCode: -3 })
    const other = await makeWorld(t, { name: '别家租车' })
    expect((await t.call(audit.page, {}, { token: other.tokens.owner })).list).toEqual([])
  })
})

it('names codes by the enumeration of what they are about', async () => {
  const { orderId } = await book(t, w)
  await t.call(contract.supplement.save, { orderId, reasonCode: 4, amount: 1_000, payMode: 1 }, owner)
  await t.call(order.cancel, { orderId, reason: 1, responsibility: 2, expectPenalty: 0 }, owner)
  const rows = (await log({ targetId: orderId })).flatMap(({ changes }) => changes)
  expect(rows).toContainEqual({
    field: 'status',
    label: '状态',
    before: '已确认',
    after: expect.stringMatching(/^取消中|已取消$/),
  })
  expect(rows).toContainEqual({ field: 'reasonCode', label: '原因', before: null, after: '清洁' })
})
