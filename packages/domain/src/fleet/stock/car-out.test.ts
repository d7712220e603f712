import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../time.ts'
import { carOutWords } from './car-out.ts'

it('names who has the car, and by how much it is overdue', () => {
  const out = { orderId: '1', contactName: '陈泽宇', returnAt: 0 }
  expect(carOutWords(out, 4 * HOUR + 25 * MINUTE)).toBe('上一单未还：陈泽宇 已超时4小时25分')
  expect(carOutWords(out, -HOUR)).toBe('上一单未还：陈泽宇')
  // The customer's name is hidden when it is an order of another store.
  expect(carOutWords({ ...out, contactName: '' }, HOUR)).toBe('上一单未还：其他门店客户 已超时1小时')
})
