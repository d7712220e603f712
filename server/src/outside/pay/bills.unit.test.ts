import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { BillLine } from '@cheyi/domain/money/reconcile/compare'
import { parseDateTime } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import type { PayProvider } from '../../kernel/pay-port.ts'
import { gbk, zip } from '../../testing/hostile/odd-tables.ts'
import { alipayBill } from './alipay/bill.ts'
import { wechatBill } from './wechat/bill.ts'

/*
 * Bills in the form of those that merchants published, with other numbers in them: fees with five decimals, names of goods with commas,
 * zeros where a payment has no refund, tabs behind texts, discounts, and kinds of lines that move no money.
 */

async function linesOf(bytes: Buffer, bill: (url: string) => ReturnType<PayProvider['bill']>): Promise<BillLine[]> {
  const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    const found = await bill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bill`)
    if (typeof found === 'string') throw new Error(found)
    const lines: BillLine[] = []
    for await (const batch of found.lines()) lines.push(...batch)
    await found.close()
    return lines
  } finally {
    server.close()
  }
}

it.each(['\n', '\r\n'])('WeChat: 交易账单 of API v3, lines ended by %j', async (end) => {
  const names =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
  const text = [
    `\ufeff${names}`,
    '`2026-11-18 17:07:11,`wx81be3101902f7cb2,`1601959334,`0,`,`4200000925202611184997714292,`P202611180001,`oUser,`NATIVE,`SUCCESS,`OTHERS,`CNY,`263.00,`5.00,`0,`0,`0.00,`0.00,`,`,`租车,押金,`a,b,`1.58000,`0.60%,`268.00,`0.00,`',
    '`2026-11-18 18:00:00,`wx81be3101902f7cb2,`1601959334,`0,`,`4200000925202611184997714292,`P202611180001,`oUser,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50300000000000000001,`R202611180001,`100.00,`0.00,`ORIGINAL,`SUCCESS,`租车,押金,`,`-0.60000,`0.60%,`0.00,`102.00,`',
    '`2026-11-18 18:30:00,`wx81be3101902f7cb2,`1601959334,`0,`,`4200000925202611184997714293,`P202611180002,`oUser,`NATIVE,`REVOKED,`OTHERS,`CNY,`0.00,`0.00,`0,`0,`0.00,`0.00,`,`,`租车,`,`0.00000,`0.60%,`0.00,`0.00,`',
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
    '`3,`263.00,`100.00,`0.00,`0.98000,`268.00,`102.00',
    '',
  ].join(end)
  const told = { download_url: 'https://api.mch.weixin.qq.com/v3/billdownload/file?token=x', hash_type: 'SHA1' }
  const hash = createHash('sha1').update(text).digest('hex')
  const lines = await linesOf(gzipSync(text), (url) =>
    wechatBill({
      call: async () => ({ ...told, hash_value: hash }),
      file: async () => ({ url, init: {} }),
    })('2026-11-18'),
  )
  expect(lines).toEqual([
    {
      kind: 1,
      no: 'P202611180001',
      providerNo: '4200000925202611184997714292',
      amount: 26_800,
      borne: 500,
      fee: 158,
      at: parseDateTime('2026-11-18 17:07:11'),
    },
    {
      kind: 2,
      no: 'R202611180001',
      providerNo: '50300000000000000001',
      amount: 10_200,
      borne: -200,
      fee: -60,
      at: parseDateTime('2026-11-18 18:00:00'),
    },
  ])
})

it('Alipay: 业务明细 of the open platform', async () => {
  const text = [
    '#支付宝业务明细查询',
    '#账号：[20880211096256330156]',
    '#起始日期：[2026年11月18日 00:00:00]   终止日期：[2026年11月19日 00:00:00]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
    '2026111822001458860515315453\t,P202611180001\t,交易\t,租车,2026-11-18 10:55:16,2026-11-18 10:55:23,\t,\t,\t,\t,*杨(137****2600)\t,268.00,263.00,0.00,0.00,0.00,5.00,0.00,立减卡-11月新,0.00\t,0.00,\t,-1.58,0.00,备注',
    '2026111822001458860515315453\t,P202611180001\t,退款\t,租车,2026-11-18 10:55:16,2026-11-18 11:56:48,\t,\t,\t,\t,*杨(137****2600)\t,-102.00,-100.00,0.00,0.00,0.00,-2.00,0.00,,0.00\t,0.00,R202611180001\t,0.60,0.00,',
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '#交易合计：1笔，退款合计：1笔',
    '',
  ].join('\r\n')
  const lines = await linesOf(zip({ '20880211096256330156_20261118_DETAILS.csv': gbk(text) }), (url) =>
    alipayBill({ call: async () => ({ bill_download_url: url }) })('2026-11-18'),
  )
  expect(lines).toEqual([
    {
      kind: 1,
      no: 'P202611180001',
      providerNo: '2026111822001458860515315453',
      amount: 26_800,
      borne: 500,
      fee: 158,
      at: parseDateTime('2026-11-18 10:55:23'),
    },
    {
      kind: 2,
      no: 'R202611180001',
      providerNo: '2026111822001458860515315453',
      amount: 10_200,
      borne: -200,
      fee: -60,
      at: parseDateTime('2026-11-18 11:56:48'),
    },
  ])
})
