import { pickupType, source } from '@cheyi/domain/booking/order/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, HOUR, parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { problemsOf, refusedPart } from './check.ts'
import { type Entered, emptyForm, tripOf } from './form.ts'
import { renter, storeOf } from './testing.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const now = at('20 09:41')
const stores = [storeOf('101'), storeOf('102')]
const good: Entered = { ...emptyForm, storeId: '101', modelId: '7', phone: '137 6108 4429', name: '徐子墨' }
const facts = { now, graceMinutes: 30, mayOverride: false }

function problems(change: Partial<Entered>, more: Partial<typeof facts> = {}) {
  const entered = { ...good, ...change }
  return problemsOf(entered, tripOf(entered, { stores, currentStoreId: null, openedAt: now }), { ...facts, ...more })
}

it('lets a walk-in pass', () => expect(problems({})).toEqual({}))

it('names what an empty form lacks', () =>
  expect(problems({ storeId: null, modelId: null, phone: '', name: '', times: [] })).toEqual({
    storeId: '请选择取车门店',
    times: '请选择取还车时间',
    modelId: '请选择车型',
    phone: '请输入正确的手机号',
    name: '请填写客户姓名',
  }))

describe('times', () => {
  it.each([
    ['back before it left', '21 10:00', '21 10:00', '还车时间必须晚于取车时间'],
    ['the past', '20 08:00', '22 08:00', '取车时间不能早于当前时间'],
    ['too short', '21 10:00', '22 09:00', '租期不能少于1天'],
    [
      'closed at the pickup',
      '21 07:59',
      '22 10:00',
      '取车时间不在营业时间内：门店营业 每天 08:00–20:00，请改时间或由店长提交',
    ],
    [
      'closed at the return',
      '21 10:00',
      '22 21:00',
      '还车时间不在营业时间内：门店营业 每天 08:00–20:00，请改时间或由店长提交',
    ],
  ])('%s', (_, from, to, text) => expect(problems({ times: [at(from), at(to)] }).times).toBe(text))

  it('too long, too far ahead', () => {
    expect(problems({ times: [at('21 10:00'), at('21 10:00') + 61 * DAY] }).times).toBe('租期不能超过60天')
    const far = at('21 10:00') + 181 * DAY
    expect(problems({ times: [far, far + DAY] }).times).toBe('最多可提前180天预订')
  })
  it('give a walk-in the grace minutes', () =>
    expect(problems({ times: [at('20 09:20'), at('21 09:20')] }).times).toBeUndefined())
  it('may lie outside the hours for whoever may override', () =>
    expect(problems({ times: [at('21 07:00'), at('22 10:00')] }, { mayOverride: true }).times).toBeUndefined())
  it('count hours where the limit does', () => {
    const [hourly] = [storeOf('101', { minRentHours: 4 })]
    const entered: Entered = { ...good, times: [at('21 10:00'), at('21 10:00') + 3 * HOUR] }
    const trip = tripOf(entered, { stores: [hourly], currentStoreId: null, openedAt: now })
    expect(problemsOf(entered, trip, facts).times).toBe('租期不能少于4小时')
  })
})

it('asks for the address of a delivery, then for its place', () => {
  const pickup = { ...emptyForm.pickup, type: pickupType.delivery }
  expect(problems({ pickup }).pickup).toBe('请填写取车地址')
  expect(problems({ pickup: { ...pickup, address: '申长路' } }).pickup).toBe('请在地图上选择取车位置')
  expect(problems({ pickup: { ...pickup, address: '申长路', lng: 121.3, lat: 31.2 } })).toEqual({})
})

it('knows the customer', () => {
  expect(problems({ phone: '1376108' }).phone).toBe('请输入正确的手机号')
  expect(problems({ phone: '+447911123456' })).toEqual({})
  expect(problems({ renter: { ...renter, blacklist: true } }).phone).toBe('该客户在黑名单中')
  expect(problems({ name: '徐' }).name).toBe('客户姓名为2-60个字')
  expect(problems({ identityNo: '110105194912310021' }).identityNo).toBe('证件号码格式不正确')
  expect(problems({ identityNo: '110105 19491231 002x' })).toEqual({})
  expect(problems({ source: source.travel }).channelOrderNo).toBe('请填写渠道订单号')
  expect(problems({ source: source.own }).channelOrderNo).toBeUndefined()
})

describe('refusals stand where they are read', () => {
  const refused = (refusal: Refusal) =>
    new CallFailure('refused', refusal.message, { code: refusal.code, data: refusal.detail })
  const day = 1440

  it.each([
    [badInput('returnAt', '还车时间不在门店营业时间内'), 'times', '还车时间不在门店营业时间内'],
    [badInput('person.name', '姓名与证件不一致'), 'name', '姓名与证件不一致'],
    [badInput('reduces', '减免金额不能超过订单金额'), 'reduces', '减免金额不能超过订单金额'],
    [badInput('services.0.qty', '儿童座椅最多可选2份'), 'services', '儿童座椅最多可选2份'],
    [new Refusal('forbidden', { field: 'reduces' }), 'reduces', '减免超出你的权限，请减少金额或请有减免权限的人员办理'],
    [new Refusal('outOfServiceRange', { n: 20, field: 'pickupAddress' }), 'pickup', '超出送车范围（最远20公里）'],
    [new Refusal('outOfServiceRange', { n: 0, field: 'returnAddress' }), 'return', '该地址不在服务范围内'],
    [
      new Refusal('outOfServiceRange', { n: 0, field: 'returnStoreId' }),
      'returnStoreId',
      '不支持还到该门店，请重新选择',
    ],
    [new Refusal('priceMissing'), 'modelId', '该车型未设置价格'],
    [new Refusal('noVehicleLeft', { hint: null, held: [] }), 'modelId', '该时段车辆不足'],
    [new Refusal('personBlacklisted'), 'phone', '该客户在黑名单中'],
    [new Refusal('channelOrderNoTaken'), 'channelOrderNo', '渠道订单号已存在'],
  ] as const)('%s', (refusal, part, text) => expect(refusedPart(refused(refusal), day)).toEqual({ part, text }))

  it('says which limit of length was passed', () => {
    const failure = refused(
      new Refusal('lengthOutOfRange', { field: 'returnAt', minHours: 24, minDays: 3, maxDays: 30 }),
    )
    expect(refusedPart(failure, day)?.text).toBe('租期不能少于3天')
    expect(refusedPart(failure, 40 * day)?.text).toBe('租期不能超过30天')
  })
  it('leaves what is about no part', () => {
    expect(refusedPart(refused(new Refusal('merchantReviewing')), day)).toBeNull()
    expect(refusedPart(new CallFailure('lost', 'x'), day)).toBeNull()
  })
})
