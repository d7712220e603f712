import { HOUR } from '@cheyi/domain/time'
import { afterAll, expect, it } from 'vitest'
import type { Vendors } from '../../kernel/process/config.ts'
import { openFliggy } from './port.ts'
import { fliggySimulator } from './simulator.ts'
import { readAnswer, statusUpdate, topSign } from './top.ts'

const NOW = Date.parse('2026-11-26T09:30:05+08:00')
const account = { appKey: '12129701', secret: 'secret' }
const update = { status: 'pickedUp', orderId: '77465743242123', thirdOrderId: 'O1', providerId: '600001' } as const
const simulator = fliggySimulator(account, () => NOW)
afterAll(() => simulator.close())

const send = async (by = account, now = NOW) => {
  const { url, headers, body } = statusUpdate(by, update, { url: await simulator.url(), now })
  const answer = await fetch(url, { method: 'POST', headers, body })
  return readAnswer({ status: answer.status, body: await answer.text() })
}

it.each([
  [
    'open.taobao.com, document 101617',
    'helloworld',
    {
      method: 'taobao.item.seller.get',
      app_key: '12345678',
      session: 'test',
      timestamp: '2016-01-01 12:00:00',
      format: 'json',
      v: '2.0',
      sign_method: 'md5',
      fields: 'num_iid,title,nick,price,num',
      num_iid: '11223344',
    },
    '66987CB115214E59E6EC978214934FB8',
  ],
  [
    'the same document of 2013',
    'test',
    {
      method: 'taobao.user.seller.get',
      timestamp: '2013-05-06 13:52:03',
      format: 'xml',
      app_key: 'test',
      v: '2.0',
      fields: 'nick',
      sign_method: 'md5',
      session: 'test',
    },
    '72CB4D809B375A54502C09360D879C64',
  ],
])('signs the published example of %s', (_, secret, params, sign) => {
  expect(topSign(params, secret)).toBe(sign)
  expect(topSign({ ...params, sign }, secret)).toBe(sign)
})

it('sends the fields of the published message', () => {
  const { url, body } = statusUpdate(account, { ...update, status: 'returned' }, { url: 'https://gateway', now: NOW })
  expect(url).toBe('https://gateway')
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    method: 'taobao.alitrip.domestic.rent.car.status.update',
    app_key: '12129701',
    timestamp: '2026-11-26 09:30:05',
    v: '2.0',
    format: 'json',
    sign_method: 'md5',
    status: '122',
    order_id: '77465743242123',
    third_order_id: 'O1',
    provider_id: '600001',
    sign: expect.stringMatching(/^[0-9A-F]{32}$/),
  })
})

it.each([
  [{ alitrip_domestic_rent_car_status_update_response: { message_code: 0 } }, null, true],
  [
    { alitrip_domestic_rent_car_status_update_response: { message_code: -1, message: '非法的飞猪订单号' } },
    '非法的飞猪订单号',
    true,
  ],
  [{ error_response: { code: 50, msg: 'Remote service error', sub_msg: '非法参数' } }, '非法参数', false],
  [{ error_response: { code: 50, msg: 'Remote service error' } }, 'Remote service error', false],
  [{}, '应答无法识别', false],
  [null, '应答无法识别', false],
])('reads %o', (answer, fault, works) => {
  expect(readAnswer({ status: 200, body: JSON.stringify(answer) })).toEqual({ fault, works })
})

it('reads an answer that is no JSON, and an error of the gateway', () => {
  expect(readAnswer({ status: 200, body: '<html>' })).toEqual({ fault: '应答无法识别', works: false })
  expect(readAnswer({ status: 502, body: '' })).toEqual({ fault: '应答状态 502', works: false })
})

it('the simulator accepts signed requests of its application alone, and counts repeats', async () => {
  expect(await send({ ...account, appKey: 'other' })).toEqual({ fault: '无效的应用', works: false })
  expect(await send({ ...account, secret: 'other' })).toEqual({ fault: '签名错误', works: false })
  expect(await send(account, NOW - HOUR)).toEqual({ fault: '时间戳错误', works: false })
  expect(simulator.statusOf(update.orderId)).toBeNull()
  expect(await send()).toEqual({ fault: null, works: true })
  simulator.act('drops')
  await expect(send()).rejects.toThrow()
  expect(simulator.counted()).toEqual({ accepted: 2, repeated: 1, reversed: 0 })
  expect(simulator.statusOf(update.orderId)).toBe(121)
})

it('is there with an account or on a demo', async () => {
  const vendors = { taobao: 'https://eco.example' } as Vendors
  expect(openFliggy({ fliggy: undefined, vendors, simulators: 'off' }, () => NOW)).toBeNull()
  const own = openFliggy({ fliggy: account, vendors, simulators: 'open' }, () => NOW)!
  expect((await own.update(update)).url).toBe('https://eco.example')
  expect(own.simulator).toBeUndefined()
  const demo = openFliggy({ fliggy: undefined, vendors, simulators: 'open' }, () => NOW)!
  expect((await demo.update(update)).url).toMatch(/^http:\/\/127/)
  await demo.close!()
})
