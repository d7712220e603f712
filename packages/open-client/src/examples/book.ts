import { type OpenClient, OpenRefusal } from '@cheyi/open-client'

/** Finds a car that is free, gets the price of a trip and books it; a price that changed meanwhile is accepted if it is not higher. */
export async function book(client: OpenClient, channelOrderNo: string) {
  const { stores } = await client.call('stores')
  const { models } = await client.call('models')
  // At most 50 pairs of a store and a model are asked at once.
  const pairs = stores.flatMap(({ storeId }) => models.map(({ modelId }) => ({ storeId, modelId }))).slice(0, 50)
  const { pools } = await client.call('stockBatch', { pools: pairs, from: '2026-11-23', to: '2026-11-24' })
  const sold = pools.find(({ days }) => days.every(({ sellable }) => sellable > 0))
  if (sold === undefined) throw new Error('no car is free for this trip')
  const { storeId, modelId } = sold
  const times = { pickupAt: '2026-11-23T10:00:00+08:00', returnAt: '2026-11-24T10:00:00+08:00' }
  const trip = { storeId, modelId, ...times }
  const customer = { name: '周明轩', mobile: '18621070937' }
  const quote = await client.call('quote', trip)
  const order = { ...trip, channelOrderNo, customer, payment: 'prepaid', quoteId: quote.quoteId } as const
  try {
    return await client.call('createOrder', { ...order, amountFen: quote.totalFen })
  } catch (error) {
    if (!(error instanceof OpenRefusal) || error.code !== 9202) throw error
    const { quoteId, totalFen } = error.data.quote as typeof quote
    if (totalFen > quote.totalFen) throw error
    return client.call('createOrder', { ...order, quoteId, amountFen: totalFen })
  }
}
