import { expect, it } from 'vitest'
import { differences } from './differences.ts'

it('returns every difference of a comparison, whatever their number', async () => {
  const row = { merchantId: '1', orderNo: 'O1', what: '订单总额与费用明细不一致', stored: 1, rebuilt: 2 }
  const many = Array.from({ length: 200_000 }, () => row)
  let compared = 0
  const query = async () => (compared++ === 0 ? many : [])
  expect(await differences({ query: query as never }, [])).toHaveLength(many.length)
})
