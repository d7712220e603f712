import type { LogDetail } from '@cheyi/domain/booking/order/log'
import { expect, it } from 'vitest'
import { logText } from './log-text.ts'

it.each<[string, LogDetail, string]>([
  ['submit', { total: 86900, plate: '沪A10001', moved: [] }, '提交订单 · 总额 ¥869.00'],
  ['arrange', { from: null, plate: '沪AD12345' }, '排车 · 沪A·D12345'],
  ['arrange', { from: '沪A10001', plate: '沪A10002' }, '改派车辆 · 沪A·10001 → 沪A·10002'],
  ['unarrange', { from: '沪A10001', moved: [] }, '撤销排车 · 沪A·10001'],
  ['repack', { from: '沪A10001', to: '沪A10002' }, '系统调整车辆 · 沪A·10001 → 沪A·10002'],
  ['assignDelivery', { driver: '刘建国', planAt: 1 }, '指派送车 · 刘建国'],
  ['assignDelivery', { driver: null }, '取消送车指派'],
  ['pickUp', { plate: '沪A10001', mileageKm: 18236 }, '办理取车 · 沪A·10001 · 18,236 km'],
  ['cancel', { reason: '客户行程取消', penalty: 13680 }, '取消订单 · 违约金 ¥136.80 · 客户行程取消'],
  ['cancel', { reason: '', penalty: 0 }, '取消订单'],
  ['deduct', { amount: 5000, reason: '超时' }, '押金扣款 · ¥50.00 · 超时'],
  [
    'return',
    { plate: '沪A10001', mileageKm: 200, balance: 5, override: '公司客户' },
    '办理还车 · 沪A·10001 · 200 km · 越权放行：公司客户',
  ],
  ['agreement', { type: 1, form: 'made', pages: 0 }, '生成取车合同'],
  ['agreement', { type: 1, form: 'signed' }, '客户签署取车合同'],
  ['agreement', { type: 2, form: 'signed' }, '客户签署还车合同'],
  ['agreement', { type: 1, form: 'paper', pages: 3 }, '上传纸质取车合同'],
  ['agreement', { type: 1, pages: 0 }, '取车合同'],
  ['release', { amount: 253294 }, '申请退押金 · ¥2,532.94'],
  ['proveRelease', { amount: 253294 }, '退押金 · ¥2,532.94'],
  ['unheardOf', {}, '更新订单'],
])('%s %j', (action, detail, text) => {
  expect(logText(action, detail)).toBe(text)
})
