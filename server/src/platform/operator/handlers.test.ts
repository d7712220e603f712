import { contract } from '@cheyi/contract/index'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeTo, messageTo } from '../../testing/sms.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { createUser } from '../merchant/provision.ts'
import { suspendExpired } from './jobs.ts'

sharedMerchant()
let desk: string
beforeAll(async () => {
  await createUser(t.commands, { mobile: '13755550000', password: 'Cheyi2026', operator: true })
  desk = await t.login('13755550000')
})

const { merchants, review, history } = contract.operator
const { register, sendCode, userInfo } = contract.session

async function applicant(mobile: string, merchantName: string) {
  await t.call(sendCode, { mobile, scene: 'register' }, {})
  const { token, user } = await t.call(
    register,
    {
      mobile,
      code: await codeTo(t, mobile),
      password: 'Sunny2026x',
      merchantName,
      contactName: '王晴',
      cityCode: '320500',
      agree: true,
    },
    {},
  )
  return { token, merchantId: String(user.merchantId), mobile }
}
const act = (merchantId: string, action: string, note = '', token = desk) =>
  t.send(review, { merchantId, action, note }, { token })
const statusOf = async (token: string) => {
  const { merchantStatus, merchantNote } = await t.call(userInfo, {}, { token })
  return { merchantStatus, merchantNote }
}

describe('reviewing merchants', () => {
  it('lists who waits, and lets them in: the owner is told and may sell at once', async () => {
    const { token, merchantId, mobile } = await applicant('13766660001', '待审租车')
    const { list, counts } = await t.call(merchants, { status: 0 }, { token: desk })
    expect(list).toMatchObject([
      { merchantId, name: '待审租车', contactName: '王晴', city: '苏州', status: 0, note: '' },
    ])
    expect(counts).toMatchObject({ reviewing: 1, normal: 1 })
    expect((await act(merchantId, 'approve')).data).toEqual({ status: 1 })
    expect(await statusOf(token)).toEqual({ merchantStatus: 1, merchantNote: '' })
    expect(await messageTo(t, mobile)).toContain('审核通过')
    expect((await act(merchantId, 'approve')).errorCode).toBe(-5)
  })

  it('refuses with a reason, which the owner reads; the next look may be another', async () => {
    const { token, merchantId, mobile } = await applicant('13766660002', '驳回租车')
    expect((await act(merchantId, 'reject')).message).toBe('参数错误：请填写原因')
    expect((await act(merchantId, 'reject', '请上传营业执照')).data).toEqual({ status: 0 })
    expect(await statusOf(token)).toEqual({ merchantStatus: 0, merchantNote: '请上传营业执照' })
    expect(await messageTo(t, mobile)).toContain('请上传营业执照')
    await act(merchantId, 'approve')
    expect(await statusOf(token)).toEqual({ merchantStatus: 1, merchantNote: '' })
    const past = await t.call(history, { merchantId }, { token: desk })
    expect(past.mobile).toBe('137****0002')
    expect(past.list.map(({ action, note }) => [action, note])).toEqual([
      ['operator.approve', ''],
      ['operator.reject', '请上传营业执照'],
      ['session.register', ''],
    ])
  })

  it('suspends: sessions write no more from their next call on, until resumed', async () => {
    const { token, merchantId } = await applicant('13766660003', '停用租车')
    await act(merchantId, 'approve')
    const cancel = () => t.send(contract.order.cancel, {}, { token })
    expect((await cancel()).errorCode).toBe(-2)
    await act(merchantId, 'suspend', '多次投诉')
    expect(await statusOf(token)).toEqual({ merchantStatus: 2, merchantNote: '多次投诉' })
    expect((await cancel()).errorCode).toBe(1017)
    await act(merchantId, 'resume')
    expect((await cancel()).errorCode).toBe(-2)
  })

  it('by two at once happens once', async () => {
    const { merchantId } = await applicant('13766660004', '抢审租车')
    const answers = await Promise.all([act(merchantId, 'approve'), act(merchantId, 'approve')])
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([-5, 0])
  })

  it('is for operators alone, and not from inside a merchant', async () => {
    const { owner } = w.tokens
    expect((await act(w.merchantId, 'suspend', '无权', owner)).errorCode).toBe(-3)
    expect((await t.send(history, { merchantId: w.merchantId }, { token: owner })).errorCode).toBe(-3)
    expect((await t.call(merchants, {}, { token: owner })).list).toEqual([])
    const { rows } = await t.root.query('select id from app_user where operator')
    await t.root.query('insert into operator_merchant (user_id, merchant_id) values ($1, $2)', [
      rows[0].id,
      w.merchantId,
    ])
    const inside = await t.call(
      contract.session.switchMerchant,
      { merchantId: w.merchantId },
      { token: await t.login('13755550000') },
    )
    expect((await act(w.merchantId, 'suspend', '越权', inside.token)).errorCode).toBe(-3)
  })
})

describe('a contract that runs out', () => {
  it('suspends its merchant the day after, once', async () => {
    const { token, merchantId, mobile } = await applicant('13766660005', '到期租车')
    await act(merchantId, 'approve')
    await t.root.query(`update merchant set expire_on = '2026-11-20' where id = $1`, [merchantId])
    await suspendExpired(t.jobs)
    expect(await statusOf(token)).toMatchObject({ merchantStatus: 1 })
    t.clock.set(Date.parse('2026-11-21T00:10:00+08:00'))
    await suspendExpired(t.jobs)
    expect(await statusOf(token)).toEqual({ merchantStatus: 2, merchantNote: '服务已到期' })
    expect(await messageTo(t, mobile)).toContain('服务已到期')
    await suspendExpired(t.jobs)
    const { rows } = await t.root.query(`select 1 from audit where merchant_id = $1 and action = 'operator.expire'`, [
      merchantId,
    ])
    expect(rows).toHaveLength(1)
  })
})
