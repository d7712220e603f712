import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { customerSwitch } from '@cheyi/domain/platform/notify/customer'
import { notifyOf } from '@cheyi/domain/platform/notify/matrix'
import {
  type NotifyType,
  notifyType,
  notifyWay,
  type RingWay,
  ringsByDefault,
} from '@cheyi/domain/platform/notify/notice'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { finance, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

const detail = () => t.call(contract.merchant.detail, {}, owner())

describe('the profile', () => {
  const form = {
    name: '测试租车有限公司',
    shortName: '测试租车',
    logoId: null,
    licenceNo: '91350100m000100y43',
    licenceFileId: null,
    rentalFilingNo: '沪租备2026001',
    contactName: '陈立群',
    contactMobile: '13800001111',
    cityCode: '310100',
    districtCode: '310115',
  } satisfies InputOf<typeof contract.merchant.save>
  const save = (change: Partial<InputOf<typeof contract.merchant.save>>) =>
    t.send(contract.merchant.save, { ...form, ...change }, owner())

  it('is kept, the mobile encrypted', async () => {
    const [logo, licence] = await uploadPhotos(t, 'merchant', 2, w.tokens.owner)
    expect(await save({ logoId: logo, licenceFileId: licence })).toMatchObject({ success: true })
    expect(await detail()).toMatchObject({
      name: '测试租车有限公司',
      licenceNo: '91350100M000100Y43',
      contactMobile: '13800001111',
      cityName: '上海',
      districtName: '浦东新区',
      logo: { mediaId: logo, url: expect.stringContaining('/media/') },
      licenceFile: { mediaId: licence },
    })
    const { rows } = await t.root.query('select m::text as row from merchant m where id = $1', [w.merchantId])
    expect(rows[0].row).not.toContain('13800001111')
    const { rows: log } = await t.root.query(`select before, after from audit where action = 'merchant.save'`)
    expect(log[0].after).toMatchObject({ rentalFilingNo: '沪租备2026001' })
    expect(JSON.stringify(log)).not.toContain('13800001111')
  })

  it.each([
    ['licenceNo', { licenceNo: '91350100M000100Y44' }, /统一社会信用代码不正确/],
    ['contactMobile', { contactMobile: '12345' }, /联系电话格式不正确/],
    ['cityCode', { cityCode: '999999' }, /请选择城市/],
    ['districtCode', { districtCode: '330102' }, /区县不属于所选城市/],
    ['name', { name: '车' }, /商家名称/],
  ])('says what is wrong with %s', async (field, change, message) => {
    const answer = await save(change)
    expect(answer).toMatchObject({ errorCode: -2, data: { field } })
    expect(answer.message).toMatch(message)
  })

  it('is refused to the second of two, and to everybody else', async () => {
    const { version } = await detail()
    expect(await save({ version, contactName: '第一人' })).toMatchObject({ success: true })
    expect(await save({ version, contactName: '第二人' })).toMatchObject({ errorCode: -5 })
    expect(await detail()).toMatchObject({ contactName: '第一人' })
    expect(await t.send(contract.merchant.save, form, { token: w.tokens.manager })).toMatchObject({ errorCode: -3 })
  })
})

describe('settings', () => {
  const save = (
    settings: InputOf<typeof contract.merchant.saveSetting>['settings'],
    storeId?: string,
    version?: number,
  ) => t.send(contract.merchant.saveSetting, { settings, storeId, version }, owner())
  const inForce = (storeId?: string) => t.call(contract.merchant.setting, { storeId }, { token: w.tokens.clerk })

  it('hold at once, for the stores too unless they differ', async () => {
    expect(await save({ graceMinutes: 45, autoConfirm: false, inspectionRemindDays: [90, 30] })).toMatchObject({
      success: true,
    })
    expect(await inForce(w.stores.pudong)).toMatchObject({ graceMinutes: 45, autoConfirm: false })
    expect(await save({ graceMinutes: 15 }, w.stores.pudong)).toMatchObject({ success: true })
    expect(await inForce(w.stores.pudong)).toMatchObject({ graceMinutes: 15 })
    expect(await detail()).toMatchObject({
      numbers: { graceMinutes: 45, turnaroundMinutes: 60 },
      flags: { autoConfirm: false },
      days: { inspectionRemindDays: [90, 30] },
      stores: [{ storeId: w.stores.pudong, settings: { graceMinutes: 15 } }],
    })
    expect((await detail()).ownSettings.toSorted()).toEqual(['autoConfirm', 'graceMinutes', 'inspectionRemindDays'])
    // An order is now confirmed by hand.
    const booked = await book(t, w, { trip: { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }, form: {} })
    expect(booked.status).toBe(2)
    expect(await save({ graceMinutes: null }, w.stores.pudong)).toMatchObject({ success: true })
    expect(await save({ graceMinutes: null, autoConfirm: null })).toMatchObject({ success: true })
    expect(await inForce(w.stores.pudong)).toMatchObject({ graceMinutes: 30, autoConfirm: true })
    expect((await detail()).ownSettings).toEqual(['inspectionRemindDays'])
  })

  it.each([
    [{ graceMinutes: 121 }, 'graceMinutes', /0至120/],
    [{ graceMinutes: '30' as never }, 'settings.graceMinutes', /./],
    [{ autoConfirm: 1 }, 'autoConfirm', /./],
    [{ inspectionRemindDays: [0] }, 'inspectionRemindDays', /./],
    [{ noSuch: 1 }, 'noSuch', /没有这项设置/],
    [{ noSuch: null }, 'noSuch', /没有这项设置/],
    [{}, 'settings', /没有要保存的设置/],
    [{ ownChannels: [1] }, 'ownChannels', /./],
    [{ ownChannels: [2, 9] }, 'ownChannels', /./],
    [{ sourceNames: { 99: '无' } }, 'sourceNames', /没有这个订单来源/],
    [{ sourceNames: { 2: '名'.repeat(13) } }, 'sourceNames', /来源名称最多12个字/],
  ])('refuse %j', async (settings, field, message) => {
    const answer = await save(settings as never)
    expect(answer).toMatchObject({ errorCode: -2 })
    expect((answer.data as { field: string }).field).toContain(field.split('.').at(-1))
    expect(answer.message).toMatch(message)
  })

  it('change at a store only where stores may differ, and only at a store in sight', async () => {
    expect(await save({ autoConfirm: false }, w.stores.pudong)).toMatchObject({ data: { field: 'autoConfirm' } })
    expect(await save({ graceMinutes: 20 }, '999')).toMatchObject({ errorCode: -4 })
  })

  it('say whose phone rings, role by role, and what customers are told', async () => {
    const { roles, version } = await detail()
    expect(roles.map(({ name }) => name)).toContain('店长')
    const manager = roles.find(({ name }) => name === '店长')!.id
    const all = roles.map(({ id }) => id)
    // Approvals text no manager, new orders text managers alone and are pushed to nobody.
    const chosen = (type: NotifyType, way: RingWay) => {
      if (way !== notifyWay.sms) return type === notifyType.orderNew && way === notifyWay.push ? [] : all
      if (type === notifyType.orderNew) return [manager]
      if (type === notifyType.approval) return all.filter((id) => id !== manager)
      return ringsByDefault(type, way) ? all : []
    }
    const { muted, texted = [] } = notifyOf(chosen, [customerSwitch('overdue')], all)
    const stored = { muted: [...muted], texted: [...texted] }
    expect(await save({ notify: stored }, undefined, version)).toMatchObject({ success: true })
    expect((await detail()).notify).toEqual({
      muted: ['staff.orderNew.push', `staff.approval.sms.${manager}`, 'customer.overdue'],
      texted: [`staff.orderNew.sms.${manager}`],
    })
    expect(await save({ notify: { muted: [] } }, undefined, version)).toMatchObject({ errorCode: -5 })
    expect(await save({ notify: { muted: [1] } as never })).toMatchObject({ errorCode: -2 })
    const { list } = await t.call(contract.audit.page, { action: 'merchant.saveSetting', pageSize: 1 }, owner())
    expect(list[0]!.changes).toMatchObject([
      {
        label: '消息通知',
        after: `已关闭 新订单App推送、审批短信（角色 ${manager}）、客户短信 · 超时未还；已开启 新订单短信（角色 ${manager}）`,
      },
    ])
  })

  it('say which channels the merchant has: offline and what it ticked', async () => {
    const offered = async () => (await t.call(contract.merchant.setting, {}, { token: w.tokens.clerk })).channels
    expect(await offered()).toEqual([1])
    expect(await save({ ownChannels: [10, 2] })).toMatchObject({ success: true })
    expect(await offered()).toEqual([1, 2, 10])
    expect(await detail()).toMatchObject({ days: { ownChannels: [10, 2] } })
    expect(await save({ ownChannels: [] })).toMatchObject({ success: true })
    expect(await offered()).toEqual([1])
  })
  it('give sources names, and are refused to the second of two', async () => {
    const { version } = await detail()
    expect(await save({ sourceNames: { 2: '携途', 3: '' } }, undefined, version)).toMatchObject({ success: true })
    expect(await detail()).toMatchObject({ sourceNames: { 2: '携途' } })
    expect(await save({ undoMinutes: 10 }, undefined, version)).toMatchObject({ errorCode: -5 })
  })
})

describe('pay settings', () => {
  const save = (change: object) =>
    t.send(
      contract.merchant.savePay,
      { payProfile: 1, payWays: [1, 3, 5], limits: { maxPayment: 20_000 }, ...change },
      finance(),
    )
  it('hold at once: ways and the most of one payment', async () => {
    const { version } = await t.call(contract.merchant.paySetting, {}, finance())
    expect(await save({ version })).toMatchObject({ success: true })
    expect(await t.call(contract.merchant.paySetting, {}, finance())).toMatchObject({
      payWays: [3, 5],
      chosenWays: [3, 5, 1],
      maxPayment: 20_000,
      payProfile: 1,
      fixed: false,
    })
    expect(await save({ version })).toMatchObject({ errorCode: -5 })
    const { orderId } = await book(t, w, { trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-28T10:00') } })
    const collect = (payWay: number, amount: number) =>
      t.send(contract.payment.collect, { orderId, payKind: 1, payWay, amount }, finance())
    expect(await collect(4, 10_000)).toMatchObject({ errorCode: 4008 })
    expect(await collect(3, 20_001)).toMatchObject({ errorCode: 4002 })
    expect(await collect(3, 20_000)).toMatchObject({ success: true })
  })
  it('take no way that only the platform has, nor none at all', async () => {
    expect(await save({ payWays: [3, 6] })).toMatchObject({ errorCode: 4008 })
    expect(await save({ payWays: [1] })).toMatchObject({ errorCode: -2, data: { field: 'payWays' } })
    expect(await t.send(contract.merchant.savePay, {}, { token: w.tokens.manager })).toMatchObject({ errorCode: -3 })
  })
})

describe('setting up', () => {
  it('counts what a merchant that can sell has, in one query', async () => {
    const counts = await t.call(contract.merchant.setup, {}, owner())
    expect(counts).toEqual({ store: 3, model: 3, vehicle: 6, fleet: 6, price: 9, deposit: 3, pay: 1, account: 7 })
    expect(t.calls.at(-1)).toMatchObject({ call: 'merchant.setup', queries: 1 })
    // No hours means open all day.
    await t.root.query(`update store set hours = '[]'`)
    expect(await t.call(contract.merchant.setup, {}, owner())).toEqual(counts)
  })
})
